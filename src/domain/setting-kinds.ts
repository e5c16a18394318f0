/** How values of settings are checked and written in their usual form. Pure. */
import { readExternalScanners } from "./external-scanners.ts";
import { parseGithubAdmin } from "./github-admin.ts";

export interface SettingKind {
  /** The value in its usual form; throws an Error whose message says what is wrong with the variable `name`. */
  read(value: string, name: string): string;
  /** Hosts that the value names. The embedded server may connect to them on a private network. */
  hosts?(value: string): string[];
}

/** A value that the expression matches; `must` ends the sentence "NAME must …". */
export function matching(expression: RegExp, must: string): SettingKind {
  return {
    read: (value, name) => {
      if (!expression.test(value)) throw new Error(`${name} must ${must}.`);
      return value;
    },
  };
}

/** A header or a query carries it: visible ASCII only. */
export const secretOf = (least: number): SettingKind =>
  matching(
    new RegExp(`^[\\x21-\\x7e]{${least},}$`),
    least === 1
      ? "be printable ASCII without spaces or line ends"
      : `have at least ${least} characters, all printable ASCII without spaces`,
  );

export const wholeNumberUpTo = (maximum = Number.MAX_SAFE_INTEGER): SettingKind => ({
  read: (value, name) => {
    if (!/^[1-9][0-9]*$/.test(value)) throw new Error(`${name} must be a whole number above zero.`);
    if (Number(value) > maximum) throw new Error(`${name} must be at most ${maximum}.`);
    return value;
  },
});

export const httpUrl: SettingKind = {
  read: (value, name) => requireHttpUrl(value, name).href.replace(/\/+$/, ""),
  hosts: (value) => [hostOf(value)],
};

/** An address without a path, such as https://skills.example.org. */
export const origin: SettingKind = {
  read: (value, name) => {
    const url = requireHttpUrl(value, name);
    if (url.pathname !== "/")
      throw new Error(`${name} must not have a path: the platform is served from the root of its host.`);
    return url.origin;
  },
};

function requireHttpUrl(value: string, name: string): URL {
  const url = URL.parse(value);
  const isPlain = url !== null && `${url.username}${url.password}${url.search}${url.hash}` === "";
  if (!isPlain || !/^https?:$/.test(url.protocol))
    throw new Error(`${name} must be an http or https address without user, query or fragment.`);
  return url;
}

export const externalScanners: SettingKind = {
  read: (value) => {
    // Its messages name the variable.
    readExternalScanners(value);
    return value;
  },
  hosts: (value) =>
    readExternalScanners(value).flatMap(({ url }) => (url === undefined ? [] : [hostOf(url)])),
};

/** A bare number is refused: it may be a user's number or a login. */
export const adminUsers: SettingKind = {
  read: (value, name) => {
    for (const entry of entriesOf(value)) {
      if (/^\d+$/.test(entry))
        throw new Error(
          `${name}: write id:${entry} for the user with this number, or login:${entry} for the login.`,
        );
      if (parseGithubAdmin(entry) === null)
        throw new Error(
          `${name}: "${entry}" is not id:NUMBER or login:NAME, such as id:583231 or login:octocat.`,
        );
    }
    return value;
  },
};

/** `host`, `host:port`, `[v6]` or `[v6]:port`, with commas between. */
export const hostList: SettingKind = {
  read: (value, name) => {
    const wrong = entriesOf(value).filter((entry) => splitHostPort(entry) === null);
    if (wrong.length > 0)
      throw new Error(
        `${name}: ${wrong.map((entry) => `"${entry}"`).join(", ")} is not host or host:port, such as git.example.org:3000.`,
      );
    return entriesOf(value).join(",");
  },
  hosts: (value) => entriesOf(value).map((entry) => splitHostPort(entry) ?? ""),
};

function entriesOf(value: string): string[] {
  return value
    .split(",")
    .map((entry) => entry.trim())
    .filter((entry) => entry !== "");
}

/** The host, or null if the entry is malformed. */
function splitHostPort(entry: string): string | null {
  const match = /^(?:\[([0-9a-f:]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/i.exec(entry);
  const host = match?.[1] ?? match?.[2] ?? "";
  const isHost = match?.[1] === undefined ? HOST_NAME.test(host) : URL.canParse(`http://[${host}]/`);
  return isHost && Number(match?.[3] ?? 1) <= 65_535 ? host : null;
}

/** Names and IPv4 addresses. */
export const HOST_NAME = /^(?!-)[a-z0-9-]+(\.[a-z0-9-]+)*$/i;

/** Without the brackets of an IPv6 address. */
const hostOf = (url: string): string => (URL.parse(url)?.hostname ?? "").replace(/^\[(.*)\]$/, "$1");
