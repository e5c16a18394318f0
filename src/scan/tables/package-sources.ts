/** Ways in which a command or a setting takes packages from a place other than the ecosystem's own registry. */
import { eachOf } from "./compile.ts";

export interface PackageSource {
  readonly row: "index" | "address" | "remap" | "extension";
  /** The first group is the host, if there is one. */
  readonly pattern: RegExp;
  /** A word in lower case that must occur. */
  readonly hint: string;
  readonly example: string;
  readonly not: string;
}

const host = "https?:\\/\\/(?:[^\\s/@\"']{1,80}@)?([\\w.-]{4,120})";
const row = (
  kind: PackageSource["row"],
  hint: string,
  pattern: string,
  example: string,
  not: string,
): PackageSource => ({
  row: kind,
  hint,
  pattern: eachOf([pattern.replaceAll("HOST", host)], "gim"),
  example,
  not,
});

export const packageSources: readonly PackageSource[] = [
  row(
    "index",
    "index",
    "\\b(?:(?:extra|default)[-_])?index(?:[-_]url)?[\"'`]{0,2}(?:[=:,]|\\s){1,5}[\"'`\\[]{0,3}HOST",
    "pip install --extra-index-url https://py.quarrel-hub.net/simple tidy",
    "See the index at the end of the page.",
  ),
  row(
    "index",
    "find-links",
    "--find-links[=\\s]{1,3}HOST",
    "pip install --find-links https://py.quarrel-hub.net/w tidy",
    "pip install --find-links ./wheels tidy",
  ),
  row(
    "index",
    "index_url",
    "\\b(?:UV_(?:DEFAULT_|EXTRA_)?INDEX(?:_URL)?|PIP_(?:EXTRA_)?INDEX_URL|npm_config_registry|GOPROXY|BUNDLE_MIRROR\\w{0,40})[\"'`]?\\s{0,4}[=:]\\s{0,4}[\"'`]{0,2}HOST",
    "export PIP_INDEX_URL=https://py.quarrel-hub.net/simple",
    "export PIP_CACHE_DIR=/tmp/pip",
  ),
  row(
    "index",
    "goproxy",
    "\\bGOPROXY[\"'`]?\\s{0,4}[=:]\\s{0,4}[\"'`]{0,2}HOST",
    "export GOPROXY=https://go.quarrel-hub.net",
    "export GOPROXY=direct",
  ),
  row(
    "index",
    "registry",
    "(?:^|[\\s:\"'`-])(?:npm_config_)?registry(?:server)?[\"'`]?(?:\\s{0,3}[=:]\\s{0,3}|\\s{1,3})[\"'`]?(?:sparse\\+)?HOST",
    "npm config set registry https://npm.quarrel-hub.net/",
    "The registry of the town is open on Mondays.",
  ),
  row(
    "index",
    "trusted-host",
    "\\btrusted-host[\\s=]{1,3}([\\w-]{1,60}(?:\\.[\\w-]{1,60}){1,5})",
    "pip install --trusted-host py.quarrel-hub.net tidy",
    "a trusted host",
  ),
  row(
    "index",
    "]]",
    "\\[\\[(?:tool\\.uv\\.index|tool\\.poetry\\.source|index|source|tool\\.pdm\\.source)\\]\\][^\\[]{0,160}\\burl\\s{0,3}=\\s{0,3}[\"']HOST",
    '[[tool.uv.index]]\nname = "x"\nurl = "https://py.quarrel-hub.net/simple"',
    '[[tool.mypy.overrides]]\nmodule = "x"',
  ),
  row(
    "index",
    "trusted=yes",
    "\\bdeb(?:-src)?\\s{1,3}\\[[^\\]\\n]{0,80}trusted=yes[^\\]\\n]{0,80}\\]\\s{1,3}HOST",
    "deb [trusted=yes] https://apt.quarrel-hub.net stable main",
    "deb [signed-by=/usr/share/k.gpg] https://apt.quarrel-hub.net stable main",
  ),
  row(
    "index",
    "gem",
    "\\bgem sources?\\s{1,4}(?:-a|--add)\\s{1,4}HOST",
    "gem sources --add https://gems.quarrel-hub.net",
    "gem install tidy",
  ),
  row(
    "index",
    "source",
    "^\\s{0,4}source\\s{1,3}[\"']HOST",
    'source "https://gems.quarrel-hub.net"',
    'source "https"',
  ),
  row(
    "index",
    "conda",
    "\\bconda\\s[^\\n]{0,80}?(?:channels|-c|--channel)\\s{1,3}HOST",
    "conda install -c https://conda.quarrel-hub.net tidy",
    "conda install -c conda-forge tidy",
  ),
  row(
    "index",
    "tap",
    "\\bbrew\\s{1,3}tap\\s{1,3}[\\w/-]{3,80}\\s{1,3}HOST",
    "brew tap some/tools https://git.quarrel-hub.net/tools",
    "brew tap some/tools",
  ),
  row(
    "address",
    "install",
    "\\b(?:pip3?|pipx|uv|npm|pnpm|yarn|gem|bun)\\s{1,3}(?:pip\\s{1,3})?(?:install|add|i)\\s[^\\n;|&]{0,80}?(?:git\\+)?HOST[:\\d]{0,6}\\/",
    "pip install git+https://git.quarrel-hub.net/tidy.git",
    "pip install tidy",
  ),
  row(
    "address",
    "npx",
    "\\b(?:npx|bunx|uvx|pnpm dlx)\\s{1,3}(?:-{1,2}[\\w-]{1,20}\\s{1,3}){0,4}(?:git\\+)?HOST[:\\d]{0,6}\\/",
    "npx -y https://get.quarrel-hub.net/tool.tgz",
    "npx prettier --check .",
  ),
  row(
    "address",
    "@",
    "(?<=[\\w\\]]\\s{0,2})@\\s{0,2}(?:git\\+)?HOST\\/[^\\s\"']{0,200}\\.(?:git|whl|zip|tgz|tar\\.gz)\\b",
    "tidy @ https://get.quarrel-hub.net/tidy-1.0.whl",
    "tidy @ file:./tidy.whl",
  ),
  row(
    "remap",
    "insteadof",
    "\\[url\\s{1,3}[\"']HOST[^\"'\\n]{0,120}[\"']\\]\\s{0,20}\\n\\s{0,8}(?:push)?insteadOf\\b",
    '[url "https://git.quarrel-hub.net/"]\n\tinsteadOf = https://github.com/',
    '[user]\n\tname = "Ada"',
  ),
  row(
    "remap",
    "insteadof",
    "\\bgit\\s{1,3}config\\s[^\\n]{0,60}\\burl\\.[\"']?HOST[^\\n]{0,80}\\.(?:push)?insteadOf\\b",
    'git config --global url."https://git.quarrel-hub.net/".insteadOf https://github.com/',
    "git config --global user.name Ada",
  ),
  row(
    "extension",
    "--install-extension",
    "--install-extension[\\s\"',]{1,4}(?:--force[\\s\"',]{1,4})?(?:[^\\s\"'`]{0,120}\\.vsix\\b|\\$\\{?\\w|HOST)",
    "code --install-extension --force ./helper.vsix",
    "code --install-extension ms-python.python",
  ),
];

/** Indexes and mirrors that platforms, universities and public projects run, beside the well-known hosts. */
export const openIndexes = `
  pypi.org pythonhosted.org python.org pytorch.org nvidia.com npmjs.org npmjs.com yarnpkg.com jsr.io npmmirror.com
  taobao.org aliyun.com aliyuncs.com tencent.com tencentyun.com huaweicloud.com 163.com douban.com anaconda.org
  anaconda.com pkg.dev amazonaws.com azure.com visualstudio.com jfrog.io gitlab.com cloudsmith.io gemfury.com fury.io
  rubygems.org crates.io golang.org goproxy.io goproxy.cn maven.org apache.org gradle.org sonatype.com sonatype.org
  rsproxy.cn intel.com astral.sh conda-forge.org bioconda.org jitpack.io nuget.org packagist.org daocloud.io gopkg.in
  buf.build github.com github.io githubusercontent.com huggingface.co docker.io docker.com quay.io ghcr.io
`;
