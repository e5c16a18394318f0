/**
 * `npm run scan:slow-inputs [-- LANGUAGE…] [--minutes N]`: looks for short texts that keep the scanner busy. It repeats,
 * pairs, nests and mixes the tokens of a language and scans the texts in a thread, which is ended if it hangs. Prints
 * each text that takes longer than its length explains, and exits with 1 if there is one.
 */
import { parseArgs } from "node:util";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";
import { scanSkill } from "../src/scan/engine.ts";

interface Language {
  readonly file: string;
  readonly tokens: readonly string[];
}

/** Tokens of a language, a bar between each; ⏎ ends a line, § is a dollar before a brace. */
const words = (text: string): string[] =>
  text.split("¦").map((token) => token.replaceAll("⏎", "\n").replaceAll("§", "$"));

const languages: Readonly<Record<string, Language>> = {
  page: {
    file: "SKILL.md",
    tokens: words(
      "*¦_¦**¦`¦```⏎¦~~~⏎¦> ¦- ¦1. ¦# ¦[¦](¦]¦(¦)¦![¦<¦</a>¦<!--¦-->¦<script>¦|¦⏎¦⏎⏎¦    ¦\t¦a¦http://a.b/¦\\¦&amp;¦===⏎¦---⏎¦[a]: b⏎¦| - |⏎",
    ),
  },
  "front-matter": {
    file: "front matter",
    tokens: words(
      "- ¦a: ¦{¦}¦[¦]¦&a ¦*a ¦|⏎¦> ⏎¦\"¦'¦? ¦: ¦#¦!!str ¦⏎¦  ¦\t¦a¦,¦<<: ¦%¦@¦\\¦!a ¦name: a⏎¦description: b⏎¦hooks:⏎",
    ),
  },
  shell: {
    file: "a.sh",
    tokens: words(
      "(¦)¦{ ¦ }¦$(¦`¦\"¦'¦$((¦))¦[[ ¦ ]]¦<<A⏎¦A⏎¦| ¦&& ¦; ¦if ¦then ¦fi⏎¦for i in ¦do ¦done⏎¦case x in ¦a) ¦;;¦esac⏎¦§{¦}¦<(¦>¦$'¦\\¦#¦⏎¦f() ¦x=¦a ¦while ¦! ¦<<<¦&¦2>&1 ¦curl -s http://a.b/x ¦base64 -d ¦sh ¦ssh a@b.c ¦cat ~/.ssh/id_rsa ¦eval ¦tee f ¦x=$(cat f) ¦$x ¦> f ¦source f ",
    ),
  },
  python: {
    file: "a.py",
    tokens: words(
      '(¦)¦[¦]¦{¦}¦"¦\'¦"""¦f"{¦}"¦lambda x: ¦x if y else ¦for x in ¦def f():⏎ ¦class A:⏎ ¦⏎¦    ¦@a⏎¦not ¦a¦1¦,¦:¦=¦**¦*¦# c⏎¦\\⏎¦await ¦import a⏎¦a.b¦os.environ[¦exec(¦requests.post(u, data=x)⏎¦x = open("/root/.ssh/id_rsa").read()⏎¦x = x + x⏎¦y = f(x)⏎¦x.append(x)⏎',
    ),
  },
  javascript: {
    file: "a.js",
    tokens: words(
      "(¦)¦[¦]¦{¦}¦\"¦'¦`¦§{¦=>¦async ¦function(¦class A{¦?¦:¦=¦/¦/*¦*/¦//¦⏎¦a¦1¦,¦;¦...¦await ¦new ¦import(¦if(¦else ¦for(¦x.y¦?.¦#a¦@¦eval(¦process.env[¦fetch(u,{body:x});¦x=x+x;¦y=f(x);¦const {a}=x;¦x.push(x);¦atob(x)",
    ),
  },
  typescript: {
    file: "a.ts",
    tokens: words(
      "let a: number;¦(¦)¦[¦]¦{¦}¦<¦>¦<T>(¦a: ¦as ¦?:¦|¦&¦=>¦async ¦async <T>(¦infer ¦extends ¦type A = ¦enum ¦namespace A {¦abstract ¦declare ¦keyof ¦⏎¦a¦1¦,¦;¦=¦`§{¦}`¦?¦:¦is ¦!¦@a¦satisfies ¦<a>¦</a>¦a<b>(",
    ),
  },
  html: {
    file: "a.html",
    tokens: words(
      '<a>¦</a>¦<script>¦</script>¦<!--¦-->¦<¦/>¦"¦\'¦ a=b¦ onclick="¦&lt;¦<style>¦⏎¦x¦<svg>¦<![CDATA[¦]]>¦ style="display:none">',
    ),
  },
  powershell: {
    file: "a.ps1",
    tokens: words(
      '$(¦(¦)¦{¦}¦"¦\'¦@"⏎¦⏎"@¦|¦iex ¦$a¦[¦]¦::¦`¦#¦<#¦#>¦⏎¦-enc ¦irm ¦ http://a.b/ ¦;¦&¦FromBase64String(',
    ),
  },
};

/** Characters of a long text, repetitions in a short one, and the time limit of each in seconds. */
const longChars = 120_000;
const shortTimes = 150;
const longSeconds = 0.8;
const shortSeconds = 0.3;
const hangSeconds = 15;

const front = "---\nname: a\ndescription: b\n---\nx\n";

function* texts({ tokens }: Language): Generator<string> {
  const fill = (unit: string, chars = longChars) => unit.repeat(Math.max(1, Math.floor(chars / unit.length)));
  for (const a of tokens) {
    yield fill(a);
    yield fill(`${a}\n`);
    yield a.repeat(shortTimes);
    for (const b of tokens) {
      yield fill(a + b);
      yield `${fill(a, longChars / 2)}x${fill(b, longChars / 2)}`;
      yield `${a.repeat(shortTimes)}x${b.repeat(shortTimes)}`;
    }
  }
}

function secondsFor(language: Language, text: string): number {
  const manifest =
    language.file === "front matter"
      ? `---\nname: a\n${text}\n---\nx\n`
      : language.file === "SKILL.md"
        ? front + text
        : front;
  const more = /^a\./.test(language.file) ? { [language.file]: text } : {};
  const files = Object.entries({ "SKILL.md": manifest, ...more }).map(([path, content]) => ({
    path,
    bytes: new TextEncoder().encode(content),
    executable: false,
  }));
  const before = process.threadCpuUsage();
  scanSkill(files, { digest: "d" });
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1e6;
}

/** In the thread: scans one text after the other from where the last thread hung, and posts its progress. */
function scanAll(language: Language, from: number): void {
  let at = 0;
  for (const text of texts(language)) {
    if (at++ < from) continue;
    parentPort?.postMessage({ at, text: text.slice(0, 60), seconds: undefined });
    const seconds = secondsFor(language, text);
    const isSlow = seconds > (text.length < longChars / 4 ? shortSeconds : longSeconds);
    if (isSlow) parentPort?.postMessage({ at, text: text.slice(0, 60), chars: text.length, seconds });
  }
  parentPort?.postMessage({ at: Number.POSITIVE_INFINITY });
}

interface Progress {
  readonly at: number;
  readonly text?: string;
  readonly chars?: number;
  readonly seconds?: number;
}

/** Runs a thread until it ends, hangs, or the time is over; returns the next index. */
function watch(
  { name, from, until }: { name: string; from: number; until: number },
  print: (line: string) => void,
): Promise<number> {
  return new Promise((resolve) => {
    const worker = new Worker(import.meta.filename, { workerData: { name, from } });
    let last: Progress = { at: from };
    let heard = Date.now();
    const end = (at: number) => {
      clearInterval(timer);
      void worker.terminate().then(() => resolve(at));
    };
    const timer = setInterval(() => {
      if (Date.now() > until) end(Number.POSITIVE_INFINITY);
      else if (Date.now() - heard > hangSeconds * 1000) {
        print(`${name}: hangs on ${JSON.stringify(last.text)}`);
        end(last.at);
      }
    }, 250);
    worker.on("message", (progress: Progress) => {
      heard = Date.now();
      last = progress;
      if (progress.seconds !== undefined)
        print(
          `${name}: ${progress.seconds.toFixed(2)} s for ${progress.chars} characters: ${JSON.stringify(progress.text)}`,
        );
      if (progress.at === Number.POSITIVE_INFINITY) end(progress.at);
    });
    worker.on("error", (error) => {
      print(`${name}: throws on ${JSON.stringify(last.text)}: ${error.message}`);
      end(last.at);
    });
  });
}

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { minutes: { type: "string", default: "30" } },
  });
  const unknown = positionals.filter((name) => languages[name] === undefined);
  if (unknown.length > 0 || !(Number(values.minutes) > 0)) {
    console.error(`Languages: ${Object.keys(languages).join(", ")}; --minutes takes a number above 0.`);
    process.exit(3);
  }
  const until = Date.now() + Number(values.minutes) * 60_000;
  for (const name of positionals.length > 0 ? positionals : Object.keys(languages)) {
    for (let from = 0; from !== Number.POSITIVE_INFINITY && Date.now() < until; )
      from = await watch({ name, from, until }, (line) => {
        process.exitCode = 1;
        console.log(line);
      });
    console.log(Date.now() < until ? `${name}: done` : `${name}: out of time`);
  }
}

if (isMainThread) await main();
else {
  const { name, from } = workerData as { name: string; from: number };
  const language = languages[name];
  if (language !== undefined) scanAll(language, from);
}
