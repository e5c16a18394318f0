/**
 * Every limit on external input: its sentence, its default and the variable that overrides it. Pure: the caller
 * passes the variables. No other file in `src/` contains such a number.
 */
export interface Limit {
  /** The environment variable that replaces the default. */
  readonly variable: `LIMIT_${string}`;
  readonly value: number;
  /** The largest value that the variable may have; none where a larger one breaks nothing. */
  readonly maximum?: number;
  readonly sentence: string;
}

const KIB = 1024;
const MIB = 1024 * KIB;

export const limitTable = {
  uploadPackedBytes: {
    variable: "LIMIT_UPLOAD_PACKED_BYTES",
    value: 10_000_000,
    sentence:
      "Packed size of an upload, or of one archive of a well-known site; it is held in memory while it is read.",
  },
  heldBytes: {
    variable: "LIMIT_HELD_BYTES",
    value: 32 * MIB,
    sentence:
      "Unpacked bytes kept at once for all the skills of one archive: a Worker has 128 MB for everything.",
  },
  sourcePackedBytes: {
    variable: "LIMIT_SOURCE_PACKED_BYTES",
    value: 512 * MIB,
    sentence:
      "Packed size of a repository's tarball; it streams through, so this bounds time and traffic, not memory.",
  },
  sourceUnpackedBytes: {
    variable: "LIMIT_SOURCE_UNPACKED_BYTES",
    value: 2048 * MIB,
    sentence: "Unpacked size of an archive, including files that are skipped.",
  },
  unpackRatio: {
    variable: "LIMIT_UNPACK_RATIO",
    value: 100,
    sentence: "Unpacked bytes for each packed byte; text reaches about 10, deflate can reach 1,032.",
  },
  ratioFloorBytes: {
    variable: "LIMIT_RATIO_FLOOR_BYTES",
    value: MIB,
    sentence:
      "Unpacked bytes below which the ratio is not checked: a small repetitive file is not a zip bomb.",
  },
  archiveEntries: {
    variable: "LIMIT_ARCHIVE_ENTRIES",
    value: 200_000,
    sentence: "Entries in one archive; the largest repositories with skills have about a tenth.",
  },
  skillsPerSource: {
    variable: "LIMIT_SKILLS_PER_SOURCE",
    value: 2_000,
    sentence: "Skills in one source; a source with more is rejected, never truncated.",
  },
  skillFiles: {
    variable: "LIMIT_SKILL_FILES",
    value: 512,
    sentence: "Files in one skill; the MCP Skills extension allows no more.",
  },
  skillBytes: {
    variable: "LIMIT_SKILL_BYTES",
    value: 16 * MIB,
    sentence: "Unpacked bytes of one skill; the MCP Skills extension allows no more.",
  },
  fileBytes: {
    variable: "LIMIT_FILE_BYTES",
    value: 8 * MIB,
    sentence: "Size of one file of a skill.",
  },
  manifestBytes: {
    variable: "LIMIT_MANIFEST_BYTES",
    value: MIB,
    sentence: "Size of a SKILL.md or a plugin manifest: an agent loads it whole.",
  },
  frontMatterBytes: {
    variable: "LIMIT_FRONT_MATTER_BYTES",
    value: 8 * KIB,
    sentence: "Size of a SKILL.md's front matter, which a slow YAML parser reads.",
  },
  yamlAliases: {
    variable: "LIMIT_YAML_ALIASES",
    value: 16,
    sentence: "Aliases in a front matter: enough for normal use, too few for an expansion bomb.",
  },
  pathBytes: {
    variable: "LIMIT_PATH_BYTES",
    value: 200,
    sentence:
      "UTF-8 bytes of a file's path inside its skill; more does not fit old Windows paths or a ustar header.",
  },
  pathDepth: {
    variable: "LIMIT_PATH_DEPTH",
    value: 12,
    sentence: "Names in a file's path inside its skill.",
  },
  apiResponseBytes: {
    // Operators set this variable, so `ANSWER` (the response) is not renamed.
    variable: "LIMIT_API_ANSWER_BYTES",
    value: MIB,
    sentence: "Size of a JSON response from a source's host.",
  },
  redirects: {
    variable: "LIMIT_REDIRECTS",
    value: 5,
    sentence: "Redirects followed for one request, each checked like the first address.",
  },
  sourceMs: {
    variable: "LIMIT_SOURCE_MS",
    value: 60_000,
    maximum: 80_000,
    sentence:
      "Milliseconds for all requests to a source's host in one pipeline step, at most 80000: the step has 90 seconds.",
  },
  bodyMs: {
    variable: "LIMIT_BODY_MS",
    value: 10_000,
    sentence: "Milliseconds for the body of a request to arrive: JSON, a form or a delivery.",
  },
  uploadMs: {
    variable: "LIMIT_UPLOAD_MS",
    value: 60_000,
    sentence: "Milliseconds for an upload's body to arrive.",
  },
} as const satisfies Record<string, Limit>;

type LimitName = keyof typeof limitTable;
export type Limits = { readonly [K in LimitName]: number };
type LimitVariable = (typeof limitTable)[LimitName]["variable"];
/** The override variables in the environment. The table above has their sentences. */
export type LimitVariables = { readonly [K in LimitVariable]?: string };

const limitNames = Object.keys(limitTable) as LimitName[];

export const defaultLimits: Limits = readLimits({});

/**
 * The limits with the overrides applied. Throws with every mistake when an override is not a positive integer or above
 * its maximum: a typo must not silently become the default (L47).
 */
export function readLimits(variables: LimitVariables): Limits {
  const mistakes: string[] = [];
  const entries = limitNames.map((name): [LimitName, number] => {
    const { variable, value, maximum = Number.MAX_SAFE_INTEGER }: Limit = limitTable[name];
    const override = variables[variable as LimitVariable];
    if (override === undefined || override === "") return [name, value];
    const parsed = Number(override);
    if (!/^[0-9]+$/.test(override) || parsed < 1 || parsed > maximum)
      mistakes.push(`${variable}=${override} is not a whole number from 1 to ${maximum}`);
    return [name, parsed];
  });
  if (mistakes.length > 0) throw new Error(`${mistakes.join(", ")}.`);
  return Object.fromEntries(entries) as Limits;
}

/**
 * Valid tokens of one owner, including those that an admin created, above which the owner cannot create more. Enough for a laptop, CI and
 * some spare, so that a runaway script cannot fill the database.
 */
export const MAX_TOKENS = 20;
