/** What skills and programs say that they do not do, and the calls that contradict it. */

export type ClaimedAct = "connect" | "write" | "delete" | "run";

export interface ClaimRow {
  readonly row: string;
  /** Acts that the claim denies. */
  readonly denies: readonly ClaimedAct[];
  /** The claim as a sentence or phrase, in any case. */
  readonly words: string;
}

const never = "(?:never|does not|doesn't|do not|don't|will not|won't|makes? no|performs? no|nothing is)";

export const claimRows: readonly ClaimRow[] = [
  {
    row: "no-network",
    denies: ["connect"],
    words: `
      without (?:any |needing |requiring )?(?:network|internet)(?: access| connection| calls| requests)?
      no (?:network|internet)(?: access| connection| calls| requests)?(?: (?:is|are))?(?: (?:required|needed|made|used))?
      (?:works|runs|operates) (?:(?:fully|entirely|completely|100%) )?offline
      (?:fully|entirely|completely|100%) (?:offline|local|locally)
      (?:nothing|no data|data never|never) (?:ever )?leaves? (?:the|your|this) (?:machine|computer|device|system)
      no data (?:is|are) (?:ever )?(?:sent|transmitted|uploaded|collected)
      no external (?:api|network|service)s? (?:calls|requests)
      makes no (?:network|outbound|external) (?:calls|requests|connections)
    `,
  },
  {
    row: "no-change",
    denies: ["delete"],
    words: `
      (?:is|are|strictly|fully|purely|completely) read-only(?! (?:against|access|mode|for|on)\\b)
      no side effects
      ${never} (?:modify|modifies|change|changes|delete|deletes|edit|edits|remove|removes) (?:any |your |the |user )?(?:files?|data|code|anything|documents?)
      makes no changes
    `,
  },
  {
    row: "no-write",
    denies: ["write", "delete"],
    words: `
      nothing is (?:ever )?(?:written|saved)
      makes no changes to (?:the )?disk
      ${never} writes? (?:to (?:the )?disk|(?:any )?files?|anything)
    `,
  },
];

/** Words of a `permissions` field that allow an act. */
export const permissionWords: Readonly<Record<ClaimedAct, RegExp>> = {
  connect: /net|http|web|internet|url|api|fetch|outbound|connect|browser|download|upload|\*|\ball\b|\bany\b/i,
  write:
    /write|edit|modify|create|filesystem|file_system|\bfs\b|\bfiles?$|storage|bash|shell|exec|\*|\ball\b/i,
  delete:
    /write|edit|modify|delete|filesystem|file_system|\bfs\b|\bfiles?$|storage|bash|shell|exec|\*|\ball\b/i,
  run: /bash|shell|exec|run|command|process|terminal|system|script|python|node|\*|\ball\b|\bany\b/i,
};

/** Words of `allowed-tools` with which a program can be run, or the network reached. */
export const toolWords: Readonly<Record<"connect" | "run", RegExp>> = {
  connect:
    /bash|shell|exec|run|terminal|command|python|node|code|script|web|fetch|http|browser|mcp|curl|\*|\ball\b/i,
  run: /bash|shell|exec|run|terminal|command|python|node|code|script|task|agent|skill|mcp|\*|\ball\b/i,
};

/** Files that programs make and take away for themselves. */
export const ownFiles =
  /te?mp|cache|lock|out\b|output|build|dist|backup|\.bak|partial|old|stale|\$\{?[A-Z_]*(?:DIR|TMP|WORK)/i;

export interface CallRow {
  readonly act: ClaimedAct;
  readonly calls: string;
}

/** Calls of programs, as they are written in the languages that scripts use. */
export const callRows: readonly CallRow[] = [
  {
    act: "connect",
    calls: `
      \\brequests\\.(?:get|post|put|patch|delete|request|Session)\\(
      \\burllib\\.request\\.|\\burlopen\\(|\\bhttp\\.client\\.HTTPS?Connection\\(
      \\b(?:httpx|aiohttp)\\.\\w{3,20}\\(
      \\bsocket\\.create_connection\\(|\\.connect\\(\\(
      \\bsmtplib\\.SMTP
      (?<![\\w.])fetch\\(\\s{0,8}["'\`]https?:
      \\baxios[.(]|\\bhttps?\\.(?:request|get)\\(
      \\bnew WebSocket\\(|\\bNet::HTTP\\b|\\bhttp\\.(?:Post|Get|NewRequest)\\(
      \\bInvoke-(?:WebRequest|RestMethod)\\b|\\bfile_get_contents\\(\\s{0,4}["']https?:
      ^\\s{0,12}(?:[\\w=$"(]{0,30}\\s?)?(?:curl|wget)\\s[^#\\n]{0,200}https?:
    `,
  },
  {
    act: "write",
    calls: `
      \\bopen\\([^()\\n]{1,120}(?:\\([^()\\n]{0,60}\\))?[^()\\n]{0,60},\\s{0,4}(?:mode\\s{0,2}=\\s{0,2})?["'][wax]b?\\+?["']
      \\.write_(?:text|bytes)\\(
      \\b(?:writeFile|writeFileSync|appendFile|appendFileSync)\\(
      \\bFile\\.write\\(|\\bos\\.WriteFile\\(|\\bfile_put_contents\\(
      \\b(?:Set|Add)-Content\\b|\\bOut-File\\b
    `,
  },
  {
    act: "delete",
    calls: `
      \\bos\\.(?:remove|unlink|rmdir|removedirs|rename|replace|truncate)\\(
      \\bshutil\\.(?:rmtree|move)\\(
      \\b(?:unlinkSync|rmSync|rmdirSync|renameSync|truncateSync)\\(|\\bfs\\.(?:promises\\.)?(?:unlink|rm|rename)\\(
      \\bFile\\.(?:delete|unlink|rename)\\(|\\bFileUtils\\.(?:rm|mv)
      \\bRemove-Item\\b|^\\s{0,12}rm\\s{1,3}-\\w{1,4}\\s
    `,
  },
  {
    act: "run",
    calls: `
      \\bsubprocess\\.(?:run|call|Popen|check_output|check_call)\\(
      \\bos\\.(?:system|popen|execv\\w{0,2}|spawn\\w{1,3})\\(
      \\b(?:execSync|execFileSync|spawnSync|execFile|spawn)\\(
      \\bInvoke-Expression\\b|\\bStart-Process\\b|\\bshell_exec\\(
    `,
  },
];
