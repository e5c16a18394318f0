/** T19: what a person has is destroyed, by code that walks through it or by a step that nobody is asked about. */
import type { SkillContext } from "../context.ts";
import type { Block } from "../document/block.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import { onStatements } from "./statement-rule.ts";

/** Folders where a person keeps work, rooted in the home folder; a folder below them is a task's own. */
const belongings =
  /(?:expanduser\(\s{0,3}["']~\/?["']|Path\.home\(\)|\bhomedir\(\)|\$\{?HOME\}?|["'\s]~\/|USERPROFILE|expanduser\(\s{0,3}["']~\/)[\s"',/\\)(]{0,8}(?:Documents|Desktop|Pictures|Photos)\b(?!\/)/;
/** The home folder as a whole: something only to those who go through folders. */
const wholeHome = /expanduser\(\s{0,3}["']~\/?["']\s{0,3}\)\s{0,3}\)/;
/** Goes through folders; a bare loop may go through anything. */
const walksFolders =
  /\bos\.walk\(|\brglob\(|\bglob\(|\breaddir(?:Sync)?\(|\bscandir\(|\blistdir\(|\bfind\s|Get-ChildItem|\bwalkFileTree\(|\bFiles\.walk\(|\bfilepath\.Walk(?:Dir)?\(|\bEnumerateFiles\(|\bDirectory\.GetFiles\(|\bread_dir\(|\bWalkDir::new\(|\bDir\.glob\(|\bRecursiveDirectoryIterator\(|\benumerator\(at/;
const walks =
  /\bos\.walk\(|\brglob\(|\bglob\(|\breaddir(?:Sync)?\(|\bscandir\(|\bfind\s|Get-ChildItem|\bfor\s{1,4}\w{1,20}\s{1,4}in\b|\bfor\s{0,3}\(\s{0,3}(?:const|let|var)\s/;
const destroys =
  /\bos\.(?:remove|unlink)\(|\.unlink\(|\brmtree\(|\brmSync\(|\bunlinkSync\(|\bfs\.rm\(|\bwriteFileSync\([^,\n]{1,40},\s{0,3}["']{2}|\bshred\s|\brm\s{1,3}-|\bRemove-Item\b|\bFiles\.delete(?:IfExists)?\(|\bos\.Remove(?:All)?\(|\bFile\.[Dd]elete\(|\bremove_file\(|\bremoveItem\(/;
/** Noise put in the place of what a file holds. */
const overwrites =
  /\.write(?:_bytes)?\(\s{0,3}(?:os\.urandom|secrets\.token_bytes|random\.randbytes)\(|\bwrite(?:File|FileSync|Sync)?\([^\n]{1,60}\brandomBytes\(|\bdd\s[^\n]{0,40}if=\/dev\/(?:u?random|zero)\s[^\n]{0,40}of=["']?\$|\/dev\/urandom["'][^\n]{0,80}\n(?:[^\n]{0,120}\n){0,3}?[^\n]{0,60}\.write_all\(/;
const encrypts =
  /\bFernet\(|\bAES\.new\(|\bcreateCipheriv\(|\bopenssl\s{1,4}enc\b|\bgpg\b[^\n]{0,60}(?:--symmetric|\s-c\b)|\bAESGCM\(|\bChaCha20\w{0,12}\(|\bENCRYPT_MODE\b|\bCreateEncryptor\(|\bXORKeyStream\(|\bOpenSSL::Cipher\b|\bopenssl_encrypt\(/;
/** What a file holds, written back so that only a key opens it. */
const encryptsInPlace =
  /\.write(?:_bytes)?\(\s{0,3}\w{1,30}\.encrypt\(|\bwriteFileSync\([^,\n]{1,40},\s{0,3}encrypt\w{0,10}\(|\bWriteAllBytes\([^\n]{1,80}\bTransformFinalBlock\(|\bXORKeyStream\(\s{0,3}(\w{1,20}),\s{0,3}\1\)[^\n]{0,40}\n[^\n]{0,40}\bWriteFile\(/;

/** The same in one line of a loop: encrypted beside, and the file itself removed. */
const encryptsAndRemoves =
  /\bopenssl\s{1,3}enc\b[^\n]{0,80}\s-in\s{1,3}"?\$\{?(\w{1,20})\}?"?[^\n]{0,120}\brm\s{1,3}(?:-f\s{1,3})?"?\$\{?\1\b/;

/** What the skill says of itself: tidying up and locking away are what one gets then. */
const saidOf = ({ declared }: SkillContext): string =>
  `${declared.name} ${declared.description}`.replaceAll("-", " ");
const tidies =
  /\b(?:clean\w{0,4}|organi[sz]\w{1,4}|dedup\w{0,9}|duplicat\w{1,4}|delet\w{1,3}|disk|storage|space|backup\w{0,2}|migrat\w{1,4}|uninstall\w{0,3})\b/i;
const locks = /\b(?:encrypt\w{0,4}|vault|crypt\w{0,8}|shred\w{0,3}|backup\w{0,2})\b/i;

/** The home folder, and by name two of the folders in it. */
const namesFolders = (text: string): boolean =>
  /expanduser\(|Path\.home\(\)|\bhomedir\(\)|\$\{?HOME\b|USERPROFILE/.test(text) &&
  /["']Documents["']/.test(text) &&
  /["'](?:Desktop|Pictures|Photos|Downloads|Projects|projects|src|code)["']/.test(text);

/** Today, compared with a day that is written out. */
const onADate =
  /(?:\bdate\.today\(\)|\bdatetime\.(?:now|utcnow|today)\(\)|\bDate\.now\(\)|\bnew Date\(\)|\btime\.Now\(\))\s{0,3}(?:>=?|\.After\()\s{0,3}(?:\w{1,12}\.){0,2}(?:date|datetime|new Date|Date\.parse|Date\.UTC|Date)\(\s{0,3}["']?20\d\d/;
const undoes = /\bdrop (?:table|database|schema)\b|\bos\.urandom\(|\bTRUNCATE TABLE\b/i;

interface Ruin {
  readonly at: number;
  readonly length: number;
  readonly how: string;
}

/** How a program ruins what a person has; undefined where it does not. */
function ruinIn({ text }: Block, said: string): Ruin | undefined {
  const noise = walksFolders.test(text) && !locks.test(said) ? overwrites.exec(text) : null;
  if (noise !== null) return ruin(noise, "walks through folders and writes noise over the files");
  const locked = walksFolders.test(text) && !locks.test(said) ? encryptsInPlace.exec(text) : null;
  if (locked !== null) return ruin(locked, "walks through folders and encrypts the files where they lie");
  const beside = locks.test(said) ? null : encryptsAndRemoves.exec(text);
  if (beside !== null) return ruin(beside, "encrypts files one by one and removes the originals");
  const dated = onADate.test(text) ? undoes.exec(text) : null;
  if (dated !== null) return ruin(dated, "waits for a date, and destroys then");
  const gone = walks.test(text) || walksFolders.test(text) ? destroys.exec(text) : null;
  if (gone === null) return undefined;
  if (!locks.test(said) && encrypts.test(text) && walksFolders.test(text))
    return ruin(gone, "encrypts files one by one and removes the originals");
  const isHome = walksFolders.test(text) && wholeHome.test(text);
  if (!tidies.test(said) && (isHome || belongings.test(text) || namesFolders(text)))
    return ruin(gone, "walks through the person's folders and deletes");
  return undefined;
}

const ruin = (match: RegExpExecArray, how: string): Ruin => ({
  at: match.index,
  length: match[0].length,
  how,
});

const wiping: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    const said = saidOf(context);
    for (const block of context.blocks) {
      if (block.role !== "code" || block.polarity !== "assert" || block.text.length > 100_000) continue;
      const found = ruinIn(block, said);
      if (found === undefined || isNegatedIn(block, found.at)) continue;
      yield {
        artefact: block.artefact,
        start: block.start + found.at,
        end: block.start + found.at + found.length,
        message: `The code ${found.how}.`,
      };
    }
  },
};

export const destruction: RuleFamily = {
  id: "destruction",
  title: "Destruction of what the person has",
  rules: [
    {
      id: "T19-files-wiped",
      version: 5,
      title: "The person's files deleted or locked one by one",
      category: "T19",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      detect: wiping,
      message: "The person's own files are deleted or locked.",
      advice: "Delete only what the skill made.",
      references: ["MITRE T1485", "MITRE T1486"],
    },
    {
      id: "T19-folder-wiped",
      version: 1,
      title: "A folder of the person's work removed whole",
      category: "T19",
      severity: "critical",
      confidence: 0.8,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "prose", "table", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "rm -|fileutils.rm|os.removeall|rmtree|remove-item|rmsync|shred|git clean|git stash|xargs",
        ),
        any: [
          /\brm\s{1,3}-[a-zA-Z]{0,4}r[a-zA-Z]{0,4}\s{1,3}[^\n;|&]{0,60}(?:\$\{?HOME\}?|~)\/["']?(?:Documents|Desktop|Pictures|Photos|Projects|Library)["']?\/?\*?(?=["'\s;&|]|$)/g,
          /\bfind\s{1,3}[^\n|]{0,30}(?:~|\$\{?HOME\}?"?|\/)\s[^\n]{0,240}(?:-exec(?:dir)?|\|\s{0,3}xargs(?:\s-\w{1,4}){0,3})\s{1,3}(?:sh -c ["'][^"'\n]{0,80})?(?:sudo )?(?:shred|rm|git (?:clean|stash clear))\b/g,
          /\brmtree\([^\n]{0,60}["'](?:~\/)?(?:Documents|Desktop|Pictures|Photos)["']/g,
          /%w\[[^\]\n]{0,60}\b(?:Documents|Desktop|Pictures)\b[^\]\n]{0,60}\][^\n]{0,40}\bFileUtils\.rm_r\w{0,2}\(|\bos\.RemoveAll\([^\n]{0,60}"(?:Documents|Desktop|Pictures)"/g,
          /\bRemove-Item\b[^\n]{0,80}USERPROFILE\\?["']?\\?(?:Documents|Desktop|Pictures)["']?(?=["'\s;|]|$)/gi,
        ],
      },
      message: "A whole folder of the person's work is removed.",
      advice: "Delete only what the skill made.",
      references: ["MITRE T1485"],
    },
    {
      id: "T19-records-destroyed",
      version: 2,
      title: "Backups, audit records or branches removed in bulk",
      category: "T19",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "prose", "table", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces("truncate|drop table|delete from|s3 rm|gsutil|rclone|push|date +|pg_tables"),
        any: [
          /\b(?:TRUNCATE|DROP TABLE|DELETE FROM)\b(?:\s{1,3}TABLE)?[^;\n]{0,40}\b(?:audit|login|access|security)_?(?:logs?|events?|trail|records?)\b/gi,
          /\b(?:s3 rm|gsutil (?:-m )?rm|rclone (?:delete|purge))\b[^\n]{0,24}["'\s](?:s3:\/\/|gs:\/\/)?\$?\{?\w{0,20}backups?\w{0,20}\}?\/?["']?(?=["'\s]|$)/gi,
          /\bgit branch -r\b[^\n]{0,120}\|\s{0,3}xargs[^\n]{0,40}\bgit push\b[^\n]{0,24}--delete/g,
          /\bdate \+%[YmdsuUjH]{1,8}[^\n]{0,40}-(?:ge|gt|eq)\b[^\n]{0,60}\n?[^\n]{0,240}(?:drop (?:table|database|schema)|\brm -[a-z]{0,3}r|s3 rm|\bshred\b)/gi,
          /\bfrom pg_tables\b[^\n]{0,120}\|\s{0,3}psql\b|\bfrom pg_tables\b[\s\S]{0,260}?\b(?:drop|truncate) table (?:if exists )?[^;\n]{0,60}\bcascade\b/gi,
        ],
        unless: /\b(?:tests?|reset|fixtures?|local database|development database)\b/i,
      },
      message: "What one would look things up in or restore from is removed.",
      advice: "Ask, and keep records and backups out of it.",
      references: ["MITRE T1485", "MITRE T1070"],
    },
    {
      id: "T19-recovery-destroyed",
      version: 2,
      title: "Shadow copies, snapshots or history taken away",
      category: "T19",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "prose", "table", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "vssadmin|shadowcopy|wbadmin|recoveryenabled|win32_shadowcopy|zfs destroy|put-bucket-versioning|--orphan",
        ),
        any: [
          /\bvssadmin(?:\.exe)?["',\s]{1,6}delete["',\s]{1,6}shadows\b/gi,
          /\bwmic\b[^\n]{0,40}\bshadowcopy["',\s]{1,6}delete\b/gi,
          /\bwbadmin["',\s]{1,6}delete["',\s]{1,6}(?:catalog|backup|systemstatebackup)\b/gi,
          /\bbcdedit\b[^\n]{0,60}\brecoveryenabled["',\s]{1,6}no\b/gi,
          /\bWin32_ShadowCopy\b[^\n]{0,80}(?:\.Delete\(|Remove-(?:Wmi|Cim))/gi,
          /\bzfs\s{1,3}list\b[^\n]{0,60}\bsnapshot\b[^\n]{0,120}\bzfs\s{1,3}destroy\b/g,
          /\bput-bucket-versioning\b[^\n]{0,160}\bSuspended\b[\s\S]{0,240}?\bs3\s{1,3}rm\b[^\n]{0,80}--recursive\b/g,
          // A history made anew, the old one thrown away here and there.
          /\bcheckout\s{1,3}--orphan\b[^\n|]{0,240}\bpush\s{1,3}(?:-f|--force)\b[^\n|]{0,240}\breflog\s{1,3}expire\b/g,
        ],
      },
      message: "The copies that a person would restore from are destroyed.",
      advice: "Remove it.",
      references: ["MITRE T1490"],
    },
    {
      id: "T19-deleted-unasked",
      version: 2,
      title: "Deleted without a question",
      category: "T19",
      severity: "medium",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      detect: onStatements({
        says: [["destroy"], ["belongings"]],
        around: [["!ask"]],
        never: ["!destroy"],
        unless:
          /\b(?:temp\w{0,6}|cache\w{0,2}|tests?|fixtures?|staging|sandbox|unused|worktrees?|merged|stale|duplicates?|never|unless|only (?:if|when|after)|if the user|placeholder|columns?|rows?|import\w{0,2}|mock\w{0,4})\b/i,
      }),
      message: "What the person has is to be deleted, and nobody is asked.",
      advice: "Show what will be deleted, and ask.",
      references: ["OWASP Agentic Skills 05"],
    },
  ],
};
