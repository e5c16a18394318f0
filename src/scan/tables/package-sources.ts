/** Ways in which a command or a setting takes packages from a place other than the ecosystem's own registry. */
import { eachOf } from "./compile.ts";

export interface PackageSource {
  readonly row: "index" | "address" | "remap" | "extension";
  /** A word in lower case that must occur. */
  readonly hint: string;
  /** The first group is the host, if there is one. */
  readonly pattern: RegExp;
}

/** By row and hint. HOST stands for an address. */
const table: Readonly<Record<PackageSource["row"], Readonly<Record<string, string>>>> = {
  index: {
    index: String.raw`\b(?:(?:extra|default)[-_])?index(?:[-_]url)?["'\x60]{0,2}(?:[=:,]|\s){1,5}["'\x60\[]{0,3}HOST`,
    "find-links": String.raw`--find-links[=\s]{1,3}HOST`,
    index_url: String.raw`\b(?:UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|PIP_(?:EXTRA_)?INDEX_URL|npm_config_registry|GOPROXY|BUNDLE_MIRROR\w{0,40})["'\x60]?\s{0,4}[=:]\s{0,4}["'\x60]{0,2}HOST`,
    goproxy: String.raw`\bGOPROXY["'\x60]?\s{0,4}[=:]\s{0,4}["'\x60]{0,2}HOST`,
    registry: String.raw`(?:^|[\s:"'\x60-])(?:npm_config_)?registry(?:server)?["'\x60]?(?:\s{0,3}[=:]\s{0,3}|\s{1,3})["'\x60]?(?:sparse\+)?HOST`,
    "trusted-host": String.raw`\btrusted-host[\s=]{1,3}([\w-]{1,60}(?:\.[\w-]{1,60}){1,5})`,
    "]]": String.raw`\[\[(?:tool\.uv\.index|tool\.poetry\.source|index|source|tool\.pdm\.source)\]\][^\[]{0,160}\burl\s{0,3}=\s{0,3}["']HOST`,
    "trusted=yes": String.raw`\bdeb(?:-src)?\s{1,3}\[[^\]\n]{0,80}trusted=yes[^\]\n]{0,80}\]\s{1,3}HOST`,
    gem: String.raw`\bgem sources?\s{1,4}(?:-a|--add)\s{1,4}HOST`,
    source: String.raw`^\s{0,4}source\s{1,3}["']HOST`,
    conda: String.raw`\bconda\s[^\n]{0,80}?(?:channels|-c|--channel)\s{1,3}HOST`,
    tap: String.raw`\bbrew\s{1,3}tap\s{1,3}[\w/-]{3,80}\s{1,3}HOST`,
  },
  address: {
    install: String.raw`\b(?:pip3?|pipx|uv|npm|pnpm|yarn|gem|bun)\s{1,3}(?:pip\s{1,3})?(?:install|add|i)\s[^\n;|&]{0,80}?(?:git\+)?HOST[:\d]{0,6}\/`,
    npx: String.raw`\b(?:npx|bunx|uvx|pnpm dlx)\s{1,3}(?:-{1,2}[\w-]{1,20}\s{1,3}){0,4}(?:git\+)?HOST[:\d]{0,6}\/`,
    "@": String.raw`(?<=[\w\]]\s{0,2})@\s{0,2}(?:git\+)?HOST\/[^\s"']{0,200}\.(?:git|whl|zip|tgz|tar\.gz)\b`,
  },
  remap: {
    insteadof: String.raw`(?:\[url\s{1,3}["']|\bgit\s{1,3}config\s[^\n]{0,60}\burl\.["']?)HOST(?:[^"'\n]{0,120}["']\]\s{0,20}\n\s{0,8}|[^\n]{0,80}\.)(?:push)?insteadOf\b`,
  },
  extension: {
    "--install-extension": String.raw`--install-extension[\s"',]{1,4}(?:--force[\s"',]{1,4})?(?:[^\s"'\x60]{0,120}\.vsix\b|\$\{?\w|HOST)`,
  },
};

const host = String.raw`https?:\/\/(?:[^\s/@"']{1,80}@)?([\w.-]{4,120})`;

export const packageSources: readonly PackageSource[] = (
  ["index", "address", "remap", "extension"] as const
).flatMap((row) =>
  Object.entries(table[row]).map(([hint, source]) => ({
    row,
    hint,
    pattern: eachOf([source.replaceAll("HOST", host)], "gim"),
  })),
);

/** Indexes and mirrors that platforms, universities and public projects run, beside the well-known hosts. */
export const openIndexes = `
  pypi.org pythonhosted.org python.org pytorch.org nvidia.com npmjs.org npmjs.com yarnpkg.com jsr.io npmmirror.com
  taobao.org aliyun.com aliyuncs.com tencent.com tencentyun.com huaweicloud.com 163.com douban.com anaconda.org
  anaconda.com pkg.dev amazonaws.com azure.com visualstudio.com jfrog.io gitlab.com cloudsmith.io gemfury.com fury.io
  rubygems.org crates.io golang.org goproxy.io goproxy.cn maven.org apache.org gradle.org sonatype.com sonatype.org
  rsproxy.cn intel.com astral.sh conda-forge.org bioconda.org jitpack.io nuget.org packagist.org daocloud.io gopkg.in
  buf.build github.com github.io githubusercontent.com huggingface.co docker.io docker.com quay.io ghcr.io
`;
