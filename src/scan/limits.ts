/**
 * Every bound of the engine, in one place. A bound never hides anything: what it cuts off is named in the report,
 * which is then incomplete.
 */
export const limits = {
  /** Larger files are read by the linear rules only: parsers keep trees many times the size of their text. */
  parseBytes: 512 * 1024,
  /** Over all files of a skill; of some 12,000 real skills nineteen have more than two million. */
  parseTotalBytes: 1_600_000,
  /** Code costs about this many times as much to parse and follow as prose of the same length. */
  codeWeight: 3,
  /** Characters of programs inside pages and notebooks, over all files; of 15,000 real skills none has more. */
  embeddedChars: 250_000,
  /** Characters of one text that the rules read. 10 MB in all must end within 2 s of CPU. */
  textChars: 2 * 1024 * 1024,
  /** Characters over all artefacts: as many as can be read in that time. Of some 12,000 real skills nineteen have more. */
  totalChars: 2 * 1024 * 1024,
  /** Blocks of one document; a document of a million list items is not a document. */
  blocks: 20_000,
  /** Longest single line that is parsed as Markdown or code; of 15,000 real skills the longest has half of it. */
  lineChars: 256 * 1024,
  /** Opening delimiters in one text beyond which nesting may cost more than linear time. */
  delimiters: 40_000,
  /** Nesting of brackets or quotes beyond which parsers recurse too deeply. */
  nesting: 200,
  /** Quotes and lists that one line may open: each is a level for all that follows. */
  opened: 30,
  /** Errors in programs that a tolerant parser works its way round, in steps; of 750 real programs the worst needs 19. */
  recoveries: 20_000,
  /** How often something decoded is decoded again. */
  decodeDepth: 4,
  /** Decoded children of one artefact, and of a whole skill. */
  decodedPerArtefact: 100,
  decodedTotal: 200,
  /** Bytes that one compressed piece may grow to. */
  inflatedBytes: 4 * 1024 * 1024,
  /** Bytes unpacked over all archives of a skill. */
  unpackedBytes: 32 * 1024 * 1024,
  /** Entries read from one archive. */
  archiveEntries: 500,
  /** Findings kept of one rule in one skill: the hundredth says nothing new. */
  findingsPerRule: 5,
  /** Characters times rows of phrases of one scan: about half a second. Of the labelled skills none needs 18 million. */
  matchChars: 30_000_000,
  /** Characters of a SKILL.md that are compared with another's: a hundred times the usual length. */
  likenessChars: 1024 * 1024,
  /** Characters of all originals that a copy's lines are looked for in; what stands beyond counts as added. */
  originalChars: 4 * 1024 * 1024,
  /** Characters of commands in configuration files that are read as programs. */
  commandChars: 400_000,
  /** Names of files that texts of full length are searched for, and mentions looked at; beyond these a file counts as named. */
  filesAskedFor: 100,
  mentions: 1_000,
  /** Names that the fences of one page give, and characters of them that are read again for later ones. */
  namesPerPage: 400,
  carriedChars: 60_000,
  /** Files that a report names as not looked at; an archive may hold thousands. */
  notLookedAt: 200,
  snippetChars: 200,
  /** Lines shown before and after a match, lines of the match itself, and characters of each. */
  contextLines: 3,
  matchLines: 12,
  contextChars: 160,
  /** Characters of decoded text that a finding shows. */
  decodedChars: 600,
} as const;
