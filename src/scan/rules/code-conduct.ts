/** What code does as a whole, where each half by itself is everyday: picks by secret names and sends, reads and swaps. */
import type { SkillContext } from "../context.ts";
import type { Block } from "../document/block.ts";
import { pieces } from "../lexicon.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import {
  around,
  hitAt,
  isProgram,
  meant,
  searching,
  sendsOut,
  walletLiteral,
  walletShape,
} from "./code-blocks.ts";
import { lureRules } from "./code-lures.ts";
import { onFacts } from "./on-facts.ts";

/** A file name or ending under which secrets lie, as code compares it. */
const secretNames =
  /["'`](?:\*\*\/)?\*?(?:\.env(?:\.\*|\*|\.local|\.production)?|\.?pem|\.ppk|\.p12|\.pfx|\.kdbx|\.tfvars|\.tfstate|\.jks|\.keystore|\.ovpn|id_(?:rsa|ed25519|ecdsa|\*)\*?|wallet(?:\.dat)?\*?|\.wallet|seed(?:_?phrase)?s?\*?|mnemonic\*?|credentials(?:\.json)?|\.npmrc|\.netrc|\.pypirc|\.pgpass|\.git-credentials|\.aws|\.ssh|\.kube|\.gnupg|keystore|logins\.json|Login Data|Cookies)["'`]/gi;
/** One pattern that names several of them. */
const secretPattern =
  /["'`/(](?:[^"'`\n]{0,40})(?:\\?\.env|\\?\.pem|\\?\.kdbx|\\?\.tfvars|\\?\.ppk|\\?\.p12|id_rsa|wallet\\?\.dat|credentials)\b[^"'`\n]{0,30}[|,{][^"'`\n]{0,30}(?:\\?\.env|\\?\.pem|\\?\.kdbx|\\?\.tfvars|\\?\.ppk|\\?\.p12|id_rsa|id_ed25519|wallet\\?\.dat|credentials)\b/g;
const walksTree =
  /\brglob\(|\bos\.walk\(|\bos\.scandir\(|\bglob\.i?glob\(|\.glob\(|\bglob\.sync\(|\breaddirSync\(|\breaddir\(|\bfast-glob\b|\bglobSync\(|\bglobby\b|\bwalkDir\b|\bfilepath\.Walk(?:Dir)?\(|\bDir\.glob\(|\bDir\[|\bFind\.find\(|Get-ChildItem\b[^\n]{0,80}-Recurse|\bgci\b[^\n]{0,80}-r/i;
const takesFile =
  /\bread_(?:bytes|text)\(|\bopen\(|\breadFile(?:Sync)?\(|\bshutil\.copy|\bcopyFile(?:Sync)?\(|\.write\(\s{0,3}\w{1,20}\s{0,3},\s{0,3}(?:arcname|os\.path)|\bzf?\.write\(|\btar\w{0,4}\.add\(|\baddLocalFile\(|\bos\.ReadFile\(|\bFile\.(?:read|binread)\(|Get-Content\b|Copy-Item\b|ReadAll(?:Bytes|Text)\(/i;
/** Names that are to be passed over, told to a person, or looked for so that they are not leaked. */
const passedOver =
  /\b(?:skip|ignor|exclu|deny|denied|block|forbid|protect|redact|sensitive_?(?:files|patterns|names|paths)|never|warn|leak|gitignore|unsafe|reject|omit|prevent|finding|violation|issues?\b|risk)/i;

interface Place {
  readonly at: number;
  readonly length: number;
}

/** Compares names of files with patterns that are not written there, while it walks. */
const matchesNames =
  /(?:\bos\.walk\(|\brglob\(|\breaddir(?:Sync)?\()[\s\S]{0,600}?\b(?:fnmatch(?:\.fnmatch)?|minimatch|micromatch|picomatch|match|endswith|endsWith|includes)\(\s{0,3}\w{1,30}(?:\.\w{1,20})?\s{0,3}[,)]|\.glob\(\s{0,3}\w{1,20}\s{0,3}\)/;

function picksSecrets(block: Block): Place | undefined {
  return walksTree.test(block.text) ? namesSecrets(block, (rest) => takesFile.test(rest)) : undefined;
}

/** Where several names of secrets stand together, to be taken and not to be passed over. */
function namesSecrets(block: Block, counts: (rest: string) => boolean): Place | undefined {
  for (const match of [...block.text.matchAll(secretPattern)].slice(0, 20)) {
    if (passedOver.test(around(block, match.index, 240, 360))) continue;
    if (counts(around(block, match.index, 0, 900))) return { at: match.index, length: match[0].length };
  }
  const names = [...block.text.matchAll(secretNames)].slice(0, 60);
  for (const first of names) {
    const near = names.filter((other) => other.index >= first.index && other.index - first.index < 200);
    const kinds = new Set(near.map(([name]) => name.toLowerCase()));
    if (kinds.size < 2 || passedOver.test(around(block, first.index, 240, 360))) continue;
    if (counts(around(block, first.index, 0, 900))) return { at: first.index, length: first[0].length };
  }
  return undefined;
}

/** Programs that pick files by the names of secrets and take them, in a skill that sends something. */
const huntsByName: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    const code = [...meant(context, ["code"])];
    if (!code.some((block) => sendsOut.test(block.text))) return;
    for (const block of code) {
      const found = picksSecrets(block);
      if (found !== undefined) yield hitAt(block, found.at, found.length);
    }
    // The names may stand in a list that the program reads.
    if (!code.some((block) => matchesNames.test(block.text) && takesFile.test(block.text))) return;
    for (const block of meant(context, ["config"])) {
      const found = namesSecrets(block, () => true);
      if (found !== undefined) yield hitAt(block, found.at, found.length, { confidence: 0.6 });
    }
  },
};

const readsClipboard =
  /\b(?:pyperclip|clipboard|clipboardy|clip)\.(?:paste|read|readSync|readText|ReadAll|get)\(|\bpbpaste\b|\bxclip\b[^\n]{0,40}\s-o\b|\bxsel\b[^\n]{0,20}\s(?:-o|--output)\b|\bwl-paste\b|\bGet-Clipboard\b|\bclipboard\.readText\(|\bclipboard_get\(|\bGetClipboardData\(|\bclipboard\(\)\.text\(|\bthe clipboard\b|\.string\(forType:|\bClipboard\.GetText\(|\bget_text\(\)/i;
const writesClipboard =
  /\b(?:pyperclip|clipboard|clipboardy|clip)\.(?:copy|write|writeSync|writeText|WriteAll|set)\(|\bpbcopy\b|\bxclip\b[^\n]{0,40}(?:-i\b|-selection \w{1,10}\s{0,3}(?:$|<|\n))|\bxsel\b[^\n]{0,20}\s(?:-i|--input)\b|\bwl-copy\b|\bSet-Clipboard\b|\bclipboard_append\(|\bSetClipboard(?:Data|Text)\(|\bclipboard\(\)\.setText\(|\bset the clipboard to\b|\.setString\([^)\n]{1,40}forType:|\bClipboard\.SetText\(|\bset_text\(/im;
const keepsWatching =
  /\bwhile\s{0,3}\(?\s{0,3}(?:True|true|1|:|\$true)\b|\bwhile\s:|\bsetInterval\(|\bfor\s{0,3}\(;;\)|\bfor\s{0,3}\{|\bwatch\b|\bwait_for_new_paste\(|\brepeat\b|\bloop\s{0,3}\{|\bloop do\b|\bsetTimeout\(|\bscheduledTimer\(/;
/** The clipboard is watched and written, in a skill whose code knows wallets. */
const swapsClipboard: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    const code = [...meant(context, ["code", "config"])];
    const fixed = code.some((block) => walletLiteral.test(block.text));
    if (!fixed && !code.some((block) => walletShape.test(block.text))) return;
    for (const block of code) {
      const read = readsClipboard.exec(block.text);
      if (read === null || !writesClipboard.test(block.text) || !keepsWatching.test(block.text)) continue;
      yield hitAt(block, read.index, read[0].length, fixed ? {} : { confidence: 0.6 });
    }
  },
};

const route =
  /\b(?:app|router|server|api|r|e|mux|fastify|bp|blueprint)\.(?:get|post|put|all|use|any|route|GET|POST|Any)\(|@(?:\w{1,20}\.)?(?:app|router|api|bp|blueprint|get|post|route)\b[^\n]{0,80}|\bHandleFunc\(|\bcreateServer\(|\bdo_(?:GET|POST)\b|\bdef (?:get|post|dispatch)\(self, request\b|\bdef \w{1,40}\(request\b|export (?:async )?function (?:GET|POST|middleware)\b|\bfunction handler\(|\bdef (?:lambda_)?handler\(|\$_(?:GET|POST|REQUEST|SERVER|COOKIE)\b|\b(?:get|post) ["']\/[\w/-]{1,60}["'] do\b/g;
const asked =
  /\.(?:query|body|headers?|params|args|form|cookies|values|searchParams|GET|POST|META|query_params)\b|\.get\(\s{0,3}["'`]|\.header\(|\bgetHeader\(|\bFormValue\(|\bHeader\.Get\(|\bQuery\(\)\.Get\(|\$_(?:GET|POST|REQUEST|SERVER|COOKIE)\b|\bHeader\(|\bQuery\(|\bHTTP_\w{2,40}|\bparams\[/;
const equalsLiteral =
  /(?:[\])\w}]\s{0,3}(?:!==?|===?)\s{0,3}["'`][\w!@#$%^&*.:+/=-]{4,80}["'`])|(?:["'`][\w!@#$%^&*.:+/=-]{4,80}["'`]\s{0,3}(?:!==?|===?)\s{0,3}[\w$([])|\b(?:compare_digest|timingSafeEqual|hash_equals)\([^\n]{0,80}["'`][\w-]{4,80}["'`]/;
const runsWords =
  /\b(?:execFile|execFileSync|spawn|spawnSync)\(\s{0,3}["'`](?:\/bin\/)?(?:ba|z)?sh["'`]|\b(?:cp|child_process|childProcess)\.exec(?:Sync)?\(\s{0,3}(?!["'`])[^)\n]{1,80}|(?<![.\w])exec(?:Sync)?\(\s{0,3}(?!["'`])[^)\n]{1,80}|\beval\(\s{0,3}(?!["'`])[^)\n]{1,80}|\bnew Function\(|\bpromisify\(\s{0,3}exec(?:File)?\s{0,3}\)\(|\b(?:execAsync|execa|execaCommand|runCommand)\(\s{0,3}(?!["'`])[^)\n]{1,80}|\bos\.(?:system|popen)\(\s{0,3}(?!["'])[^)\n]{1,80}|\bsubprocess\.\w{3,16}\([^\n]{1,120}shell\s{0,2}=\s{0,2}True|\bsubprocess\.getoutput\(|\bexec\.Command\(\s{0,3}"(?:\/bin\/)?(?:ba)?sh"|\b(?:system|shell_exec|passthru|popen)\(\s{0,3}\$|`#\{params|\bvm\.runIn\w{4,16}\(/;

/** A request with the right word in it gets its text run: a door for whoever knows the word. */
const literalDoor: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code"])) {
      if (!runsWords.test(block.text)) continue;
      for (const match of [...block.text.matchAll(route)].slice(0, 80)) {
        const handler = handlerAt(block.text, match.index);
        const run = runsWords.exec(handler);
        if (run === null || !equalsLiteral.test(handler) || !asked.test(handler)) continue;
        yield hitAt(block, match.index, match[0].length);
        break;
      }
    }
  },
};

/** The text of one handler: to the next route, at most some forty lines. */
function handlerAt(text: string, at: number): string {
  const rest = text.slice(at, at + 1200);
  const next =
    /\n(?:app|router|server|api|r|e|mux|fastify|bp)\.\w{2,8}\(|\n@|\nfunc |\ndef \w{1,40}\([^\n]{0,80}\n[^\n]{0,400}\n\ndef /.exec(
      rest.slice(40),
    );
  const decorated = rest.startsWith("@");
  return next === null || decorated ? rest : rest.slice(0, next.index + 40);
}

/** Heads of functions with what they take. */
const head =
  /(?:\bfunction\s{1,3}\w{1,60}\s{0,3}|\bdef\s{1,3}\w{1,60}|=\s{0,3}(?:async\s{1,3})?(?:function\s{0,3})?|\basync\s{1,3}\w{1,60})\(([^()\n]{2,240})\)/g;
const party =
  /^_?(?:spender|to|recipient|receiver|payee|dest(?:ination)?|iban|beneficiary|to_?address|recipient_?address|to_?account)$/i;
const moves =
  /\b(?:approve|transfer|transferFrom|sendTransaction|send_transaction|sendRawTransaction|pay|payout|permit|increaseAllowance|setApprovalForAll|create_?[pP]ay(?:ment|out)|createTransfer|writeContract)\b/;
const fixedParty = /\b[A-Z][A-Z0-9_]{2,40}\b/;
const fixedAccount =
  /(?<=["'`(\s])(?:0x[0-9a-fA-F]{40}|bc1[a-z0-9]{25,59}|[A-Z]{2}\d{2}[A-Z0-9]{11,30}|acct_\w{6,40})(?!\w)/;
const partyConstant =
  /\b[A-Z][A-Z0-9_]{2,40}\s{0,3}(?::\s{0,3}\w{1,20}\s{0,3})?:?=\s{0,3}["'`](?:0x[0-9a-fA-F]{40}|bc1\w{20,60}|[A-Z]{2}\d{2}[A-Z0-9]{11,30}|acct_\w{6,40}|T[1-9A-HJ-NP-Za-km-z]{33})["'`]/;
const withoutLimit =
  /\bmaxUint256\b|\bMaxUint256\b|\bMAX_UINT(?:256)?\b|2\s{0,2}\*\*\s{0,2}256\s{0,2}-\s{0,2}1|0x[fF]{64}|type\(uint256\)\.max|\bUINT256_MAX\b/;

/** Names of what a function takes: the last word before a type, or the word behind one as Solidity has it. */
function taken(list: string): string[] {
  return list.split(",").map((one) => {
    const bare = one.replace(/[:=].{0,200}$/s, "").trim();
    return bare.split(/\s{1,8}/).at(-1) ?? "";
  });
}

/** Whether a word of the body is that name: not a key before a colon, a member or a text. */
function uses(body: string, name: string): boolean {
  for (const match of body.matchAll(/[A-Za-z_$][\w$]{0,80}/g)) {
    if (match[0] !== name) continue;
    const before = body[match.index - 1] ?? "";
    const after = body.slice(match.index + name.length, match.index + name.length + 3);
    const isKey = /^["'`]?\s?[:=](?!=)/.test(after) || before === "." || before === "'" || before === '"';
    if (!isKey) return true;
  }
  return false;
}

/** Whom something goes to is asked for and passed over in favour of a constant. */
const unusedParty = searching(
  {
    roles: ["code"],
    hints: pieces("approve|transfer|transaction|pay|permit|allowance|writecontract"),
    patterns: [head],
  },
  (match, block) => {
    const name = taken(match[1] ?? "").find((one) => party.test(one));
    const rest = around(block, match.index + match[0].length, 0, 500);
    const end = /\n(?:\}|def |function |export |async |class |@)/.exec(rest)?.index ?? rest.length;
    const body = rest.slice(0, end);
    if (name === undefined || !moves.test(body) || uses(body, name)) return undefined;
    const fixed = fixedAccount.test(body) || (fixedParty.test(body) && partyConstant.test(block.text));
    return fixed ? { confidence: withoutLimit.test(body) ? 0.85 : 0.7 } : undefined;
  },
);

/** What an answer decides is run with the rights of the program around it. */
const openSandbox = searching(
  {
    roles: ["code"],
    hints: pieces("runinnewcontext|runincontext|compilefunction|createcontext"),
    patterns: [
      /\b(?:runInNewContext|runInContext|createContext|compileFunction)\(\s{0,3}(?!["'`])[^;]{0,200}?\{[^}]{0,160}\b(?:require|process|child_process|Buffer, require)\b[^}]{0,80}\}/g,
    ],
  },
  (_match, block, context) => (fetchesSomething(context, block) ? {} : undefined),
);

function fetchesSomething(context: SkillContext, block: Block): boolean {
  return context.facts.some((fact) => fact.kind === "network" && isProgram(block));
}

const asksNetwork =
  /\bhttp\.Get\(|\bhttp\.NewRequest\(|\bNet::HTTP\.(?:get|start|new)|\bURI\.open\(|\bHTTParty\.get|\bFaraday\.get|\bInvoke-(?:RestMethod|WebRequest)\b|\birm\s|\biwr\s|\bfile_get_contents\(\s{0,3}["']https?:|\bcurl_exec\(|\bHttpClient\b|\breqwest::|\bLWP::(?:Simple|UserAgent)\b/;
const runsProperty =
  /\bexec\.Command\(\s{0,3}(?:"(?:\/bin\/)?(?:ba)?sh",\s{0,3}"-c",\s{0,3}\w{1,30}\.\w{1,30}|\w{1,30}\.\w{1,30})|\b(?:system|spawn|exec|shell_exec|passthru|popen|instance_eval|eval)\s{0,2}\(?\s{0,3}\$?\w{1,30}(?:\[["':]\w{1,30}["']?\]|->\w{1,30}|\{\w{1,30}\})|(?:\biex\b|Invoke-Expression)\s{1,3}\(?\$\w{1,30}\.\w{1,30}|\[scriptblock\]::Create\(\s{0,3}\$\w{1,30}\.\w{1,30}|\bCommand::new\(\s{0,3}"(?:ba)?sh"\)\s{0,3}\.arg\("-c"\)\s{0,3}\.arg\(&?\w{1,30}\.\w{1,30}/;

/** Languages that are read as text: an answer is fetched, and a part of something is run as a command. */
const answerDecides: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of meant(context, ["code"])) {
      if (/^(?:python|javascript|typescript|shell)$/.test(block.language)) continue;
      const run = asksNetwork.test(block.text) ? runsProperty.exec(block.text) : null;
      if (run !== null) yield hitAt(block, run.index, run[0].length);
    }
  },
};

/** A host that no reader sees, because it is put together when the program runs. */
const assembledHost = searching(
  {
    roles: ["code"],
    hints: pieces("join("),
    patterns: [
      /\b(?:HTTPS?Connection|urlopen|create_connection|connect|fetch|request|get|post|WebSocket)\(\s{0,3}[^;\n]{0,60}(?:["']\.["']\.join\(\s{0,3}(?:reversed\(|[^)\n]{0,40}\[::-1\]|\[)|\.(?:reverse\(\)|split\(["'`]{2}\)\.reverse\(\))\.join\()/g,
      /["'`]https?:\/\/["'`]\s{0,3}\+\s{0,3}(?:["']\.["']\.join\(\s{0,3}reversed\(|[^;\n]{0,60}\.reverse\(\)\.join\()/g,
      /\b(?:host|domain|server|endpoint|url|base|HOST|DOMAIN|ENDPOINT|URL|BASE)\s{0,3}=\s{0,3}(?:f?["'`](?:https?:\/\/)?["'`]\s{0,3}\+\s{0,3})?(?:["']\.["']\.join\(\s{0,3}reversed\(|\[[^\]\n]{4,120}\]\.reverse\(\)\.join\(["']\.["']\))/g,
    ],
  },
  () => ({}),
);

export const codeConduct: RuleFamily = {
  id: "code-conduct",
  title: "What code does as a whole",
  rules: [
    {
      id: "T08-repository-out",
      version: 1,
      title: "Repository pushed to a place that is not its own",
      category: "T08",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["repository-out"], (fact) => ({
        message: `The repository is pushed to ${fact.host}: ${fact.detail}.`,
      })),
      message: "The whole repository is pushed to another's place.",
      advice: "Push to the repository's own remote only, and never with a key in the address.",
      references: ["MITRE T1567.001", "CWE-200"],
    },
    {
      id: "T11-spelled-name",
      version: 1,
      title: "Name of a function put together from pieces",
      category: "T11",
      severity: "high",
      confidence: 0.85,
      kind: "malicious",
      layer: "deep",
      detect: onFacts(["spelled-name"], (fact) => ({
        message: `The code reaches for ${fact.detail} in a way that hides it.`,
      })),
      message: "The name of a function that runs code is put together so that nobody finds it.",
      advice: "Call functions by their names.",
      references: ["MITRE T1027"],
    },
    {
      id: "T06-open-sandbox",
      version: 2,
      title: "Foreign code run with everything at hand",
      category: "T06",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "deep",
      detect: openSandbox,
      message: "Code that is not in the skill is run with access to modules and the process.",
      advice: "Ship the code, or give it nothing but the values that it needs.",
      references: ["CWE-94"],
    },
    {
      id: "T06-answer-decides",
      version: 2,
      title: "Program that runs what an answer says",
      category: "T06",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      detect: answerDecides,
      message: "A program asks the network and runs a part of something it got as a command.",
      advice: "Ship the commands in the skill, where they are scanned.",
      references: ["CWE-494", "MITRE T1102"],
    },
    {
      id: "T09-hunt-by-name",
      version: 1,
      title: "Files picked by the names of secrets, in a skill that sends",
      category: "T09",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      detect: huntsByName,
      message:
        "A program walks through folders, takes what is named like a secret, and the skill sends something.",
      advice: "Leave files with secrets where they are.",
      references: ["MITRE T1083", "MITRE T1552.001"],
    },
    {
      id: "T11-assembled-host",
      version: 2,
      title: "Host put together when the program runs",
      category: "T11",
      severity: "high",
      confidence: 0.45,
      kind: "suspicious",
      layer: "static",
      detect: assembledHost,
      message: "The host that the program speaks to is put together from pieces.",
      advice: "Write addresses in full.",
      references: ["MITRE T1027"],
    },
    {
      id: "T12-literal-door",
      version: 1,
      title: "Route that runs a visitor's text for whoever knows a word",
      category: "T12",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: literalDoor,
      message: "A request that carries a fixed word gets its text run: a back door.",
      advice: "Remove the route.",
      references: ["MITRE T1505.003", "CWE-798"],
    },
    {
      id: "T12-master-word",
      version: 2,
      title: "Password that opens every account",
      category: "T12",
      severity: "high",
      confidence: 0.45,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces("password|passwd|pwd|otp"),
        any: [
          /\bif\b[^\n]{0,40}\b(?:password|passwd|pwd|otp|pin)\s{0,3}={2,3}\s{0,3}["'][\w!@#$%^&*.-]{6,80}["']\)?\s{0,3}[:{]?\s{0,3}\n?\s{0,24}return\s{1,3}(?:True|true|user\b|next\()(?=[^\n]{0,20}\n[^\n]{0,120}(?:\n[^\n]{0,120}){0,4}(?:bcrypt|argon2|checkpw|compare|verify|check_password))/g,
        ],
        unless: /\b(?:test|example|mock|vulnerable|ctf|challenge|insecure)\b/i,
      },
      message: "A fixed password is accepted before the real one is checked.",
      advice: "Remove it.",
      references: ["CWE-798"],
    },
    {
      id: "T11-letters-run",
      version: 1,
      title: "Numbers turned to letters and run",
      category: "T11",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "eval($|eval ($|assert($|-bxor|[char|pack(|chr(|::frombase|gzinflate|gzuncompress|gzdecode|str_rot13|base64_decode|strrev|uudecode",
        ),
        any: [
          /(?:-bxor|\[char\]|\[char\[\]\])[^\n]{0,300}(?:\n[^\n]{0,200}){0,3}?(?:\biex\b|Invoke-Expression|\[scriptblock\]::Create)/gi,
          /(?:\biex\b|Invoke-Expression)[^\n]{0,120}(?:-bxor|\[char\]|\[char\[\]\])/gi,
          /\b(?:instance_eval|class_eval|eval)\s{0,3}\(?\s{0,3}(?:\[[\d,\s]{8,4000}\]|\w{1,30})\.(?:pack\(|map\s{0,3}\{[^}\n]{0,60}\.chr)/g,
          /\b(?:eval|assert)\s{0,3}\(\s{0,3}\$\w{1,20}\s{0,3}\(\s{0,3}\$\w{1,20}\s{0,3}\(/g,
          /\b(?:eval|assert|create_function)\s{0,3}\(\s{0,3}(?:gzinflate|gzuncompress|gzdecode|str_rot13|base64_decode|strrev|convert_uudecode)\(/g,
          /\b(?:eval|assert|create_function|system)\s{0,3}\(\s{0,3}(?:chr\(\d{1,3}\)\s{0,2}\.\s{0,2}){2}/gi,
        ],
      },
      message: "A list of numbers is turned into text and run.",
      advice: "Write the code in plain text.",
      references: ["MITRE T1027"],
    },
    {
      id: "T29-clipboard-swap",
      version: 2,
      title: "Clipboard watched and written, with wallets at hand",
      category: "T29",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: swapsClipboard,
      message: "What the person copies is watched and may be replaced by another's wallet.",
      advice: "Never write to the clipboard unasked.",
      references: ["MITRE T1115", "MITRE T1565.002"],
    },
    {
      id: "T29-swapped-by-amount",
      version: 1,
      title: "Another account for larger sums",
      category: "T29",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code"] },
      detect: {
        kind: "pattern",
        hints: pieces("amount|gross|total|value|sum|sol|weight|0x"),
        any: [
          /\bif\b[^\n]{0,30}\b(?:amount|gross|total|sum|value|net)\s{0,3}>=?\s{0,3}[\d_.]{3,12}[^\n]{0,60}\n(?:[ \t][^\n]{0,120}\n){0,4}?[ \t]{4}[^\n]{0,60}(?:\b(?:iban|bic|payee|recipient|beneficiary)\b(?:\s{0,3},\s{0,3}\w{1,20})?\s{0,3}=(?!=)|["']iban["']\s{0,3}:\s{0,3}(?!iban|["'](?:DE|XX)))/g,
          /["'`]?\b[\da-zA-Z]\b["'`]?\s{0,3}:\s{0,3}["'`](?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{43,44})["'`],\s{0,20}["'`]?\b[\da-zA-Z]\b["'`]?\s{0,3}:\s{0,3}["'`](?:0x[0-9a-fA-F]{40}|[1-9A-HJ-NP-Za-km-z]{43,44})["'`]/g,
        ],
      },
      message: "Where more is at stake, another account is paid.",
      advice: "Pay whom the user names.",
      references: ["MITRE T1565"],
    },
    {
      id: "T29-unused-party",
      version: 1,
      title: "Payee or amount asked for and not used",
      category: "T29",
      severity: "high",
      confidence: 0.7,
      kind: "malicious",
      layer: "static",
      detect: unusedParty,
      message: "A function takes a payee or an amount and moves money to a fixed one instead.",
      advice: "Use what the caller gives.",
      references: ["CWE-684"],
    },
    ...lureRules,
  ],
};
