/** Packages that a skill has installed, and whether a name is a slip of the pen away from a much-used one. */

import type { Block } from "../document/block.ts";
import { baseName } from "../language.ts";
import { distanceIsOne } from "../spelling.ts";

export interface Named {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** Names worth imitating: much installed, and long enough that a slip is no other word. */
const popular: ReadonlySet<string> = new Set(
  "aiohttp anthropic ansible autoprefixer axios bcrypt bcryptjs beautifulsoup4 body-parser boto3 botocore celery certifi cheerio classnames colorama commander concurrently cross-env cryptography cypress date-fns discord.js django dotenv elasticsearch electron eslint ethers exceljs express fastapi fastify flake8 google-api-python-client google-generativeai gradio graphql gunicorn handlebars huggingface-hub inquirer ipython jinja2 jsonwebtoken jupyter keras kubernetes langchain langchain-core lightgbm lint-staged lodash loguru matplotlib minimist mongoose networkx node-fetch nodemon notebook numpy openai opencv-python openpyxl pandas paramiko passlib pdfminer pdfplumber pillow playwright plotly poetry prettier prisma psycopg2 psycopg2-binary puppeteer pycryptodome pydantic pylint pymongo pymupdf pytest python-dateutil python-docx python-dotenv python-pptx python-telegram-bot pyyaml react-dom react-router-dom reportlab requests rimraf scikit-learn scipy seaborn selenium sendgrid sequelize setuptools socket.io solana spacy sqlalchemy statsmodels streamlit stripe styled-components svelte tabulate tailwindcss telegraf tensorflow tiktoken torchvision transformers tweepy twilio typescript underscore urllib3 uvicorn virtualenv vitest webpack winston xgboost yfinance".split(
    " ",
  ),
);

/** Honest names that are near another: older versions, siblings, plain words. */
const honest: ReadonlySet<string> = new Set(
  "elections network notebooks panda preact python psycopg request stripes transformer".split(" "),
);

/** The much-used names by their length and either end: one slip leaves the two first or the two last letters as they are. */
const byEnds = new Map<string, string[]>();
for (const one of popular)
  for (const length of [one.length - 1, one.length, one.length + 1])
    for (const end of [`^${one.slice(0, 2)}`, `$${one.slice(-2)}`])
      byEnds.set(`${length}${end}`, [...(byEnds.get(`${length}${end}`) ?? []), one]);

/** The much-used package that a name looks like without being it. */
export function imitated(name: string): string | undefined {
  const plain = name.toLowerCase().replaceAll("_", "-");
  if (popular.has(plain) || honest.has(plain) || plain.length < 5) return undefined;
  // `pypdf2` after `pypdf` is a version, and so said.
  const isVersion = (one: string) => one.replace(/\d$/, "") === plain.replace(/\d$/, "");
  const ends = [`^${plain.slice(0, 2)}`, `$${plain.slice(-2)}`];
  const near = ends.flatMap((end) => byEnds.get(`${plain.length}${end}`) ?? []);
  return near.find((one) => distanceIsOne(plain, one) && !isVersion(one) && !isOtherWord(plain, one));
}

/** A short name with another letter in one place is another word: "axiom" is no slip of "axios". */
function isOtherWord(plain: string, one: string): boolean {
  const differing = [...plain].filter((letter, i) => letter !== one[i]);
  return (
    plain.length === one.length &&
    plain.length < 8 &&
    differing.length === 1 &&
    !/\d/.test(differing.join(""))
  );
}

const installs =
  /\b(?:pip3?|pipx|uv|poetry|npm|pnpm|yarn|bun)\s{1,4}(?:pip\s{1,4})?(?:install|add|i|global\s{1,4}add)\s{1,4}([^\n`|&;()#—]{2,400})/g;
const requirement =
  /^[ \t]{0,4}([A-Za-z][\w.-]{2,60})[ \t]{0,4}(?:\[[\w,. -]{1,60}\])?[ \t]{0,4}(?:[=<>~!]=?|$)/gm;
const dependency = /"((?:@[\w.-]{1,40}\/)?[a-z][\w.-]{2,60})"\s{0,8}:\s{0,8}"[\^~]?\d/g;
const word = /[^\s"']{2,120}/g;

/** The packages that a block installs or depends on. */
export function* packagesIn(block: Block): Generator<Named> {
  const file = baseName(block.artefact.path).toLowerCase();
  if (/^requirements[\w.-]{0,30}\.txt$/.test(file)) return yield* named(block, requirement);
  if (file === "package.json") return yield* named(block, dependency);
  if (!block.lower.includes("install") && !block.lower.includes(" add ") && !block.lower.includes(" i "))
    return;
  for (const command of block.text.matchAll(installs)) {
    const list = command[1] ?? "";
    const at = command.index + command[0].length - list.length;
    for (const match of list.matchAll(word)) {
      const name = /^[a-z][\w.-]{1,60}\w(?=\.?$|[=<>~![@,])/i.exec(match[0])?.[0];
      if (name === undefined) continue;
      const start = block.start + at + match.index;
      yield { name, start, end: start + name.length };
    }
  }
}

function* named(block: Block, pattern: RegExp): Generator<Named> {
  // As it stands in the file: a list of requirements goes by lines, which a paragraph's text has lost.
  for (const match of block.artefact.text.slice(block.start, block.end).matchAll(pattern)) {
    const name = match[1] ?? "";
    const start = block.start + match.index + match[0].indexOf(name);
    yield { name, start, end: start + name.length };
  }
}
