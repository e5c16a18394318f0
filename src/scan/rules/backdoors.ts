/** Ways in that are written into what the skill generates or sets up: fixed keys, foreign trust, commands shadowed. */

import { hostKind, hostOf } from "../hosts.ts";
import { pieces } from "../lexicon.ts";
import { registrableOf } from "../registrable.ts";
import type { CodeDetector, Hit, RuleFamily } from "../rule.ts";
import { around, searching, unlessSubject } from "./code-blocks.ts";

/** `[vendor.com/download](https://elsewhere.net/get)`: the reader sees one place, the click leads to another. */
const misleadingLink: CodeDetector = {
  kind: "code",
  *run(context): Generator<Hit> {
    for (const block of context.blocks) {
      if (block.polarity !== "assert" || !block.text.includes("](http")) continue;
      for (const match of block.text.matchAll(linkToAddress)) {
        const shown = registrableOf(match[1] ?? "");
        const target = hostOf(match[2] ?? "");
        const leads = registrableOf(target);
        if (shown === null || leads === null || shown === leads || hostKind(target) !== "unknown") continue;
        if (shown.split(".")[0] === leads.split(".")[0]) continue;
        yield {
          artefact: block.artefact,
          start: block.start + match.index,
          end: block.start + match.index + match[0].length,
          message: `The link reads ${shown} and leads to ${leads}.`,
        };
      }
    }
  },
};

const linkToAddress =
  /(?<!!)\[(?:https?:\/\/)?((?:[a-z0-9-]{1,63}\.){1,4}(?:com|org|net|io|dev|app|ai|co))(?:\/[^\]\s]{0,120})?\]\((https?:\/\/[^)\s]{4,300})\)/gi;

const rootKept = searching(
  {
    roles: ["code", "config"],
    hints: pieces("chmod|install|setcap|useradd|usermod|/etc/passwd|ld.so.preload|alias"),
    patterns: [
      /\b(?:cp|install)\s[^\n;&|]{0,40}\/(?:ba|z|da)?sh\s{1,3}(\S{3,80})[^\n]{0,20}(?:\n|&&|;)(?:[^\n]{0,80}\n){0,3}?[^\n]{0,20}\bchmod\s{1,3}(?:[ug]{0,2}\+s|[2467][0-7]{3})\s{1,3}\1/g,
      /\bchmod\s{1,3}(?:[ug]{0,2}\+s|[46][0-7]{3})\s{1,3}\/(?:usr\/)?bin\/(?:ba|z|da)?sh\b/g,
      /\b(?:useradd|adduser|usermod)\b[^\n]{0,80}\s(?:-o\s[^\n]{0,40}-u\s{0,3}0|-u\s{0,3}0\s[^\n]{0,40}-o|-ou\s{0,3}0)\b/g,
      /\becho\s{1,3}["']\w{1,32}:[^:\s]{0,120}:0:0:[^\n]{0,80}(?:>>|\|\s{0,3}(?:sudo\s{1,3})?tee\s{1,3}(?:-a|--append))\s{0,3}\/etc\/passwd\b/g,
      /\binstall\s[^\n;&|]{0,40}(?:-m|--mode)[\s=]{0,3}(?:[ug]{0,2}\+?[rwx,=]{0,12}s|[46][0-7]{3})\s{1,3}[^\n;&|]{0,40}\/(?:ba|z|da)?sh\s{1,3}\S{3,80}/g,
      /\bsetcap\s{1,3}[^\n;&|]{0,80}\bcap_(?:setuid|dac_override|sys_admin)\b[^\n;&|]{0,60}(?:python[\d.]{0,6}|perl|ruby|node|bash|vim|tar)\b/g,
      /(?:>>?|\btee\s{1,3}(?:-a\s{1,3})?)\s{0,3}\/etc\/ld\.so\.preload\b/g,
      /\balias\s{1,3}(?:sudo|su|ssh)=["'][^"'\n]{0,80}(?:<|>|\btee\b|\bcurl\b|\bread\s{1,3}-\w{0,4}s)/g,
    ],
  },
  (match, block, context) =>
    /\b(?:libjemalloc|libtcmalloc|libmimalloc|libfaketime)/.test(around(block, match.index, 120, 120))
      ? undefined
      : unlessSubject(match, block, context),
);

export const backdoors: RuleFamily = {
  id: "backdoors",
  title: "Ways in, and links that mislead",
  rules: [
    {
      id: "T12-fixed-key",
      version: 3,
      title: "A fixed value that opens the door",
      category: "T12",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces(
          "superuser|set_password|headers|$_get|$_request|$_cookie|$_post|req.|md5|sha1|sha256|createhash|hexdigest",
        ),
        any: [
          /\b(?:headers?(?:\.get\(|\[)|\$_(?:GET|REQUEST|COOKIE|POST)\[|req\.(?:query|body|get|cookies)[.([])[^\n]{0,40}={2,3}\s{0,3}["'][\w.-]{6,64}["'][^\n]{0,40}\n?[^\n]{0,80}(?:\badmin(?:istrator)?\b|issueSession|set_role|return next\(|login_user\(|is_?admin)/gi,
          /\bSUPERUSER\b[^;\n]{0,60}\bPASSWORD\s{1,3}'(?![^'\n]{0,60}(?:pass|postgres|secret|change|your|admin|test|x{3}|[<$:]))[^'\n]{8,60}'/gi,
          /\bset_password\(\s{0,3}["'][^"'\n]{2,40}["']\s{0,3}\+\s{0,3}["']/g,
          /\b(?:md5|sha1|sha256)\(\s{0,3}\$_(?:GET|REQUEST|COOKIE|POST)\[[^\n]{0,40}={2,3}\s{0,3}["'][0-9a-f]{32,64}["']/gi,
          /\bcreateHash\([^\n]{0,40}\.update\(\s{0,3}(?:token|pass\w{0,8}|pwd|key|auth\w{0,8}|req\.\w{1,20})[^\n]{0,40}digest\([^\n]{0,8}\)\s{0,3}={2,3}\s{0,3}["'][0-9a-f]{32,128}["']/gi,
          /\bcreateHash\([^\n]{0,20}\.update\(\s{0,3}\w{1,30}\s{0,3}\)\.digest\([^\n]{0,8}\)\s{0,3}={2,3}\s{0,3}[A-Z_]{3,30}\)[^\n]{0,8}\n?[^\n]{0,80}(?:\brole:\s{0,3}["']admin|\bis_?admin\b|issueSession|login_user\()/gi,
          /\b(?:hashlib\.)?(?:md5|sha1|sha256|sha512)\(\s{0,3}\w{1,30}(?:\.encode\([^)\n]{0,12}\))?\s{0,3}\)\.hexdigest\(\)(?:\s{0,3}==\s{0,3}|\.startswith\(\s{0,3})["'][0-9a-f]{8,128}["'][^\n]{0,12}\n(?:[^\n]{0,160}\n){0,2}?[^\n]{0,160}(?:is_superuser|is_?admin|role\s{0,3}=\s{0,3}["']admin|login\()/gi,
          /\bhashlib\.\w{3,8}\(\s{0,3}(?:token|pass\w{0,8}|pwd|key|auth\w{0,8})[^\n]{0,40}hexdigest\(\)\s{0,3}==\s{0,3}["'][0-9a-f]{32,128}["']/gi,
          /\bcreateHash\([^\n]{0,20}\.update\(\s{0,3}(?:pass\w{0,8}|pwd)\s{0,3}\)\.digest\([^\n]{0,8}\);?\s{0,3}\n[^\n]{0,60}\btimingSafeEqual\(\s{0,3}\w{1,20},\s{0,3}[A-Z][A-Z_]{2,30}\s{0,3}\)\s{0,3}\|\|/g,
          /\b(_?[A-Z][A-Z_0-9]{0,30})\s{0,3}=\s{0,3}["'][0-9a-f]{32,128}["'][\s\S]{0,1500}?hashlib\.\w{3,8}\(\s{0,3}(?:pass\w{0,8}|pwd)\b[^\n]{0,40}hexdigest\(\)\s{0,3}==\s{0,3}\1\s{0,3}:[^\n]{0,8}\n[^\n]{0,40}\breturn (?:True|\w{0,8}user)\b/g,
        ],
        unless: /\b(?:test|example|mock|vulnerable|ctf|challenge|webhook|signature)\b/i,
      },
      message: "A value that is written into the code opens what should be closed.",
      advice: "Remove it; check against a stored secret, for everybody alike.",
      references: ["CWE-798", "CWE-912"],
    },
    {
      id: "T12-foreign-trust",
      version: 2,
      title: "Another's account trusted with everything",
      category: "T12",
      severity: "high",
      confidence: 0.6,
      kind: "suspicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "pattern",
        hints: pieces("arn:aws:iam::|awsservicerolefor"),
        any: [
          /arn:aws:iam::(?!123456789012|111122223333|444455556666|777788889999|222222222222|555555555555|000000000000|111111111111|999999999999|012345678901|210987654321|987654321098)\d{12}:(?:root|user\/[\w-]{1,40})"[^\n]{0,60}\n(?:[^\n]{0,160}\n){0,24}?[^\n]{0,120}\bAdministratorAccess\b/g,
          /\bsts:AssumeRole\b[\s\S]{0,200}?"arn:aws:iam::(?!123456789012|111122223333|444455556666|777788889999|222222222222|555555555555|000000000000|111111111111|999999999999|012345678901|210987654321|987654321098)\d{12}:root"/g,
          /resource "aws_iam_role"[^\n]{0,60}\n\s{0,8}name\s{0,24}=\s{0,3}"AWSServiceRoleFor/g,
        ],
        unless: /\b(?:example|replace|your account)\b/i,
      },
      message: "A fixed account from outside gets full rights.",
      advice: "Take accounts from the user's own data.",
      references: ["MITRE T1098"],
    },
    {
      id: "T12-root-kept",
      version: 3,
      title: "A way back to the rights of root",
      category: "T12",
      severity: "high",
      confidence: 0.75,
      kind: "malicious",
      layer: "static",
      detect: rootKept,
      message: "A shell or an account is left behind that has the rights of root.",
      advice: "Remove it.",
      references: ["MITRE T1548.001", "MITRE T1136"],
    },
    {
      id: "T09-login-tapped",
      version: 1,
      title: "Logins, or a whole repository, copied to somebody",
      category: "T09",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config"] },
      detect: {
        kind: "pattern",
        // In a configuration "block:" forbids nothing.
        evenNegated: true,
        hints: pieces("pam_exec|mirror-target|--mirror"),
        any: [
          /\bpam_exec\.so\b[^\n]{0,40}\bexpose_authtok\b/g,
          /\bmirror-target["']?\s{0,3}:\s{0,3}["']?https?:\/\//g,
          /\bpush\b[^\n]{0,20}--mirror\b[^\n]{0,20}https:\/\/[^\s"'@/]{3,80}@/g,
        ],
      },
      message: "What people log in with, or the whole repository, is copied to another place.",
      advice: "Remove it.",
      references: ["MITRE T1556", "MITRE T1020"],
    },
    {
      id: "T12-command-shadowed",
      version: 2,
      title: "A command of the system shadowed",
      category: "T12",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      where: { roles: ["code", "config"], languages: ["shell"] },
      detect: {
        kind: "pattern",
        hints: pieces("sudo|su(|su (|gpg|passwd|/bin/"),
        any: [
          /(?:^|[\n;])\s{0,8}(?:function\s{1,4})?(?:sudo|su|gpg|passwd)\s{0,3}\(\)\s{0,4}\{/g,
          /\bprintf\s{1,3}["']#![^\n]{4,300}>\s{0,3}["']?(?:~|\$\{?HOME\}?)\/(?:\.local\/)?bin\/(?:git|ssh|sudo|npm|node|python3?|pip3?|curl|ls|docker|gpg|gh)["']?(?=[\s;&]|$)/gm,
        ],
      },
      message: "A function or script takes the place of a command of the system.",
      advice: "Leave the names of the system's commands alone.",
      references: ["MITRE T1056"],
    },
    {
      id: "T05-misleading-link",
      version: 1,
      title: "A link that reads as one place and leads to another",
      category: "T05",
      severity: "high",
      confidence: 0.65,
      kind: "malicious",
      layer: "static",
      detect: misleadingLink,
      message: "A link reads as one place and leads to another.",
      advice: "Let the text say where the link leads.",
      references: ["CWE-451"],
    },
  ],
};
