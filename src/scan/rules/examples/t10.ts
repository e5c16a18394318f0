import { type FamilyExamples, fence } from "./example.ts";

export const t10Examples: FamilyExamples = {
  "T10-input-run": {
    positive: [
      { "a.py": "def f(expr):\n    return eval(expr)\n" },
      { "a.py": "import os\ndef f(name):\n    os.system(f'ls {name}')\n" },
      { "a.js": "function f(x) { return eval(x); }\n" },
      { "a.py": 'def f(c, n):\n    return c.execute(f"SELECT * FROM t WHERE n = {n}")\n' },
      { "a.py": 'def f(c, n):\n    q = f"DELETE FROM t WHERE n = {n}"\n    c.execute(q)\n' },
      { "a.js": "function f(db, n) { return db.query(`SELECT * FROM t WHERE n = $" + "{n}`); }\n" },
    ],
    negative: [
      { "a.py": "def f(expr):\n    return int(expr)\n" },
      { "a.py": "import subprocess\ndef f(name):\n    subprocess.run(['ls', name])\n" },
      { "a.js": "function f(x) { return pattern.exec(x); }\n" },
      "Never use eval() on input.\n",
      { "a.py": 'def f(c, n):\n    return c.execute("SELECT * FROM t WHERE n = ?", (n,))\n' },
      { "a.py": 'def f(c):\n    return c.execute("SELECT 1")\n' },
      { "a.js": 'function f(db, n) { return db.query("SELECT * FROM t WHERE n = $1", [n]); }\n' },
    ],
  },
  "T10-config-code": {
    positive: [
      { "a.json": '{"fn":"return require(\\"child_process\\").execSync(\\"id\\")"}' },
      { "a.yaml": '"hook": "os.system(\'id\')"\n' },
      fence("json", '{"token":"ok\\nNODE_OPTIONS=--require /tmp/a.js"}'),
    ],
    negative: [{ "a.json": '{"fn":"sum"}' }, { "a.yaml": "hook: tidy\n" }, fence("json", '{"token":"ok"}')],
  },
  "T20-unsafe-load": {
    positive: [
      { "a.py": "import pickle\npickle.loads(data)\n" },
      { "a.py": "import yaml\nyaml.load(text)\n" },
      { "a.py": "import torch\ntorch.load(path)\n" },
    ],
    negative: [
      { "a.py": "import json\njson.loads(data)\n" },
      { "a.py": "import yaml\nyaml.safe_load(text)\n" },
      { "a.py": "import torch\ntorch.load(path, weights_only=True)\n" },
    ],
  },
  "T21-metadata": {
    positive: [
      "Query http://169.254.169.254/latest/meta-data/iam.\n",
      { "a.py": 'u = "http://metadata.google.internal/computeMetadata/v1/"\n' },
      "Open http://[::ffff:a9fe:a9fe]/latest.\n",
    ],
    negative: ["The metadata is at https://notes.dev/metadata.\n", "Use 192.168.1.1.\n"],
  },
  "T22-leaked-secret": {
    positive: [
      { "a.py": `K = "AKIA${"ABCDEFGHIJKLMNOP"}"\n` },
      { "a.sh": `T=ghp_${"a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"}\n` },
      { "a.js": `const k = "sk_live_${"abcdefghijklmnopqrstuvwx"}";\n` },
    ],
    negative: [
      { "a.py": 'K = os.environ["AWS_KEY"]\n' },
      { "a.sh": "T=ghp_your_token_here\n" },
      { "a.md": `Example: AKIA${"IOSFODNN7EXAMPLE"}\n` },
    ],
  },
};
