/** Languages without a parser of ours (Ruby, PHP, Perl, Go, PowerShell and others): two halves of an act in one program. */

import type { Block } from "../document/block.ts";
import { isNegatedIn } from "../document/polarity.ts";
import { hostKind } from "../hosts.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import { perBlock, withoutParser } from "./code-blocks.ts";
import { payeeRules } from "./payees.ts";
import { programActs } from "./program-acts.ts";
import { isStranger } from "./whose.ts";

const environment =
  /\bENV\.(?:to_h|each|select|map|inspect|to_a)\b|\bJSON\.(?:dump|generate)\(ENV\b|\$_ENV\b|\bgetenv\(\s{0,3}\)|\bos\.Environ\(\)|Get-ChildItem\s{1,4}(?:-Path\s{1,4})?env:|\bgci\s{1,4}env:|%ENV\b|\bSystem\.getenv\(\)|Environment\.GetEnvironmentVariables\(/i;
const secretFiles =
  /\.ssh(?:[\\/]|["'],\s{0,3}["'])id_(?:rsa|ed25519|\*)|\.aws["'],\s{0,3}["']credentials|\.docker(?:[\\/]{1,2}|["'],\s{0,3}["'])config\.json|\.(?:electrum\/wallets|ethereum\/keystore|config\/solana)\b|\bexodus\.wallet\b|\\Network\\Cookies|\bConsoleHost_history\b|\bkey=clear\b|\bRetrievePassword\(|\bTelegram\b[\s\S]{0,800}?[\\/]tdata\b|\bwhile\b[^\n]{0,200}\bGet-Clipboard\b|\bcmdkey\s{1,3}\/list\b|\bWeb Data\b|\.aws[\\/]{1,2}credentials|\.git-credentials|\.kube\/config|ReadFile\([^\n]{0,60}\.kube["'],\s{0,3}["']config|\.netrc\b|\bLogin Data\b|wallet\.dat|\bDB_PASSWORD\b[^\n]{0,40}\bAUTH_KEY\b|\bAUTH_KEY\b[^\n]{0,40}\bDB_PASSWORD\b/;
const sends =
  /\bNet::HTTP\.post|\bNet::HTTP::Post\b|\bHTTParty\.post|\bFaraday\.post|\bRestClient\.post|\bwp_remote_post\(|\bcurl_exec\(|\.Post(?:Form|Async)?\(|\bhttp\.NewRequest\(\s{0,3}"(?:POST|PUT)"|\b(?:Invoke-(?:RestMethod|WebRequest)|irm|iwr)\b[^\n]{0,160}(?:-Method\s{1,4}(?:POST|PUT)|-Body|-InFile)|\bUpload(?:String|Data|File)\(|\bLWP::UserAgent\b|\bHTTP::Tiny\b[^\n]{0,80}(?:post|put)|\bHttpClient\b[^\n]{0,80}Post|\bTCPSocket\.(?:new|open)\(|\bfsockopen\(|\bnet\.Dial(?:Timeout)?\(|\btls\.Dial\w{0,12}\(|\bResolv::DNS\b|\bgetresources\(|\bdns_get_record\(|\bnet\.Lookup(?:Host|TXT|IP|Addr)\(|\bResolve-DnsName\b|\brequestMethod\s{0,3}=\s{0,3}"(?:POST|PUT)|\bsetRequestMethod\(\s{0,3}"(?:POST|PUT)|\bhttpMethod\s{0,3}=\s{0,3}"(?:POST|PUT)|\buploadTask\(|->post(?:_form)?\(|["']method["']\s{0,3}=>\s{0,3}["'](?:POST|PUT)|\bdoOutput\s{0,3}=\s{0,3}true|\bcurl(?:\.exe)?\s[^\n]{0,80}(?:-[TFd]|--data\S{0,12})\s|\bBodyPublishers\.|\bureq::post\(|\bTcpStream::connect\(\s{0,3}"(?!imap|smtp|pop|127|localhost)|\.post\(\s{0,3}(?:["'&]|\w{1,20}\.to)|\bhttr::POST\(|\bSocket\(\s{0,3}(?:"|host)|\.[Oo]pen\(?\s{0,3}"(?:POST|PUT)"|\bStart-BitsTransfer\b[^\n]{0,240}-TransferType\s{1,4}Upload/i;
const runsFetched =
  /\b(?:instance_eval|class_eval|eval)\s{0,3}\(?\s{0,3}(?:[\w.]{1,30}\.unpack1?\(\s{0,3}["']m|Base64\.\w{0,8}_?decode64\(|decode_base64\()|\b(?:instance_eval|class_eval|eval)\s{0,3}\(?\s{0,3}(?:Net::HTTP\.get|URI\.(?:open|parse)|open\(\s{0,3}["']https?:|HTTParty\.get|file_get_contents\(\s{0,3}["']https?:|(?:LWP::Simple::)?get\(\s{0,3}["']https?:)|\b(\w{1,20})\s{0,3}=\s{0,3}(?:Net::HTTP\.get|URI\.open|HTTParty\.get|(?:file_get_contents|(?:LWP::Simple::)?get)\(\s{0,3}["']https?:)[^\n]{0,160}\n(?:[^\n]{0,160}\n){0,3}?[^\n]{0,40}\b(?:instance_eval|class_eval|eval)\s{0,3}\(?\s{0,3}\$?\1\b/;

const quotedAddress = /(?:["'`]|\s(?=https?:))https?:\/\/([\w.-]{4,120})[^"'`\s]{0,200}(?:["'`]|\s|$)/g;

/** What a visitor sends is run: the shell of somebody who was here before. */
const webShell =
  /\bhash_equals\(\s{0,3}["'][0-9a-f]{16,128}["'][\s\S]{0,600}?\bwp_(?:insert_user|create_user|set_auth_cookie|set_current_user)\(|\$\w{1,20}\s{0,3}\(\s{0,3}\$_(?:GET|POST|REQUEST|COOKIE)\b|\b(?:eval|assert|system|shell_exec|passthru|popen)\s{0,3}\(\s{0,3}[^\n;]{0,60}\$_(?:GET|POST|REQUEST|COOKIE|SERVER)\b|(\$\w{1,20})\s{0,3}=\s{0,3}[^\n;]{0,80}\$_(?:GET|POST|REQUEST|COOKIE)\b[^\n]{0,60}\n(?:[^\n]{0,120}\n){0,4}?[^\n]{0,40}\beval\s{0,3}\(\s{0,3}\1\b/;
const shellOut =
  /\bexec\.Command\(\s{0,3}"(?:\/bin\/)?(?:ba|z)?sh"|\bexec\s{0,3}\(?\s{0,3}["']\/bin\/(?:ba)?sh|\bIEX\b|Invoke-Expression|\bProcess(?:Builder)?\b[^\n]{0,40}(?:cmd\.exe|\/bin\/(?:ba)?sh)/i;
const dialsOut =
  /\b(?:net|tls)\.Dial(?:Timeout)?\(\s{0,3}"tcp"|\bTCPSocket\.(?:new|open)\(|\bNet\.Sockets\.TCPClient\b|\bfsockopen\(|\bIO::Socket::INET\b/i;
/** A line that came in is a command. */
const runsLine =
  /\b(\w{1,20})\s{0,3}:?=\s{0,3}\$?\w{1,20}(?:\.|->)(?:gets|recv|readline|readpartial|ReadString|ReadLine|sysread)\b[^\n]{0,80}\n(?:[^\n]{0,160}\n){0,4}?[^\n]{0,80}(?:\bIO\.popen|\bOpen3\.\w{2,12}|\bsystem|\bspawn|\bexec|\bpopen|\bshell_exec|`#\{|\bexec\.Command|\bProcess\.Start)[^\n]{0,60}?\b\1\b/;

/** An interpreter of commands, started, and its ends joined with a line to another machine: what both say is one talk. */
const startsShell =
  /\b(?:spawn|exec|execve|execl|execv|proc_open|popen|Command::new|ProcessBuilder|ProcessStartInfo|Process\.Start|Popen)\b[^\n]{0,80}["'](?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?)\b/;
const dialsLine =
  /\bTcpStream::connect\(|\bnew (?:java\.net\.)?Socket\(|\bnew TcpClient\(|\bconnect\(\s{0,3}\w{1,20}\s{0,3},\s{0,3}(?:\(|sockaddr_in)|\bstream_socket_client\(|\bfsockopen\(|\bTCPSocket\.(?:new|open)\(|\bnet["']?\)?\.(?:connect|createConnection)\(|\bcreateConnection\(|\bnew (?:net\.)?Socket\(|\btls\.connect\(/;
const joinsEnds =
  /\bdup2\(|from_raw_fd|\.transferTo\(|\.CopyTo(?:Async)?\(|\.pipe\(\s{0,3}\w{1,20}\.stdin\b|\bopen\(\s{0,3}STD(?:IN|OUT)\s{0,3},\s{0,3}["'][<>]&|<&%d|\[\s{0,3}0\s{0,3}=>\s{0,3}\$\w{1,20}\s{0,3},/;
/** A line that came in is run by the library of the language itself. */
const popensLine = /:receive\([^)\n]{0,12}\)[^\n]{0,40}(?:\n[^\n]{0,80}){0,3}?\bio\.popen\(/;

function talks({ role, polarity, text }: Block): RegExpExecArray | null {
  if (role !== "code" || polarity !== "assert" || text.length > 100_000) return null;
  if (startsShell.test(text) && joinsEnds.test(text)) return dialsLine.exec(text);
  return popensLine.exec(text);
}

const isProgram = ({ role, polarity, language, text }: Block): boolean =>
  role === "code" &&
  polarity === "assert" &&
  (withoutParser.test(language) || language === "text") &&
  text.length <= 100_000;

const hitAt = (block: Block, match: RegExpExecArray): Hit => ({
  artefact: block.artefact,
  start: block.start + match.index,
  end: block.start + match.index + match[0].length,
});

const secretsOut: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (!isProgram(block)) continue;
      const sent = sends.exec(block.text);
      const taken = environment.exec(block.text) ?? secretFiles.exec(block.text);
      if (sent !== null && taken !== null && !isNegatedIn(block, sent.index)) yield hitAt(block, sent);
    }
  },
};

/** Sends something to a place which the rest of the skill is silent about. */
const postsToStranger: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      const isFile = block.artefact.language !== "markdown" && block.language !== "text";
      if (!isFile || !isProgram(block) || !sends.test(block.text)) continue;
      for (const match of [...block.text.matchAll(quotedAddress)].slice(0, 40)) {
        if (isRemark(block.text, match)) continue;
        const host = (match[1] ?? "").toLowerCase();
        const near = nearby(block, match.index, match[0].length);
        const foreign = hostKind(host) === "unknown" && sends.test(near) && isStranger(host, context, block);
        if (foreign && !isNegatedIn(block, match.index))
          yield {
            ...hitAt(block, match),
            message: `The program sends something to ${host}, of which no other part of the skill speaks.`,
          };
      }
    }
  },
};

/** An address without quotes is one only where a command fetches or sends; elsewhere it is a remark. */
function isRemark(text: string, { 0: found, index }: RegExpExecArray): boolean {
  if (/^["'`]/.test(found)) return false;
  const line = text.slice(text.lastIndexOf("\n", index) + 1, index);
  return (
    /^\s{0,20}(?:\/\/|#|\*|rem\b|;)/i.test(line) ||
    !/\b(?:curl|irm|iwr|Invoke-\w{3,20}|Start-BitsTransfer|wget)\b/i.test(line.slice(-300))
  );
}

const linesOf = perBlock(({ text }) => text.split("\n"));

/** What stands around an address, and wherever the name is used that it was given. */
function nearby(block: Block, at: number, length: number): string {
  const { text } = block;
  const around = text.slice(Math.max(0, at - 300), at + length + 300);
  const [, name] =
    /(\$?[A-Za-z_]\w{1,30})\s{0,3}:?=\s{0,3}$/.exec(text.slice(Math.max(0, at - 50), at)) ?? [];
  if (name === undefined) return around;
  const used = linesOf(block).filter((line) => line.includes(name));
  return [around, ...used.slice(0, 20)].join("\n");
}

const fetchedCode: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      const found = isProgram(block) ? runsFetched.exec(block.text) : null;
      if (found !== null && !isNegatedIn(block, found.index)) yield hitAt(block, found);
    }
  },
};

const remoteShell: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      const talk = talks(block);
      if (talk !== null && !isNegatedIn(block, talk.index)) {
        yield hitAt(block, talk);
        continue;
      }
      if (!isProgram(block)) continue;
      const runs = shellOut.test(block.text) || runsLine.test(block.text);
      const opened = runs ? dialsOut.exec(block.text) : null;
      const found = opened ?? webShell.exec(block.text);
      if (found !== null && !isNegatedIn(block, found.index)) yield hitAt(block, found);
    }
  },
};

export const unparsedPrograms: RuleFamily = {
  id: "unparsed",
  title: "Programs in languages that are read as text",
  rules: [
    {
      id: "T08-program-sends-secrets",
      version: 6,
      title: "Program that takes secrets and sends something",
      category: "T08",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      detect: secretsOut,
      message: "The program reads the environment or key files, and sends something over the network.",
      advice: "Read the one variable that is needed, and send it to its own service only.",
      references: ["CWE-200"],
    },
    {
      id: "T08-program-posts",
      version: 3,
      title: "A program that sends something to a stranger",
      category: "T08",
      severity: "high",
      confidence: 0.55,
      kind: "suspicious",
      layer: "static",
      detect: postsToStranger,
      message: "A program sends something to a host that no other part of the skill speaks of.",
      advice: "Say in SKILL.md which service the program calls, and what for.",
      references: ["CWE-829"],
    },
    {
      id: "T06-program-opens-shell",
      version: 3,
      title: "Program that lets somebody else run commands",
      category: "T06",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: remoteShell,
      message: "Somebody else's words are run: a shell to another machine, or one for visitors.",
      advice: "Remove it.",
      references: ["MITRE T1059", "MITRE T1505.003"],
    },
    {
      id: "T06-program-runs-fetched",
      version: 4,
      title: "Program that runs what it fetches",
      category: "T06",
      severity: "critical",
      confidence: 0.85,
      kind: "malicious",
      layer: "static",
      detect: fetchedCode,
      message: "Code is fetched at run time and run.",
      advice: "Ship the code in the skill, where it is scanned.",
      references: ["CWE-494"],
    },
    ...programActs,
    ...payeeRules,
  ],
};
