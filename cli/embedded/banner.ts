/** What a person sees when the server is up. The address and the token stand on lines of their own, easy to copy. */

export interface BannerInput {
  readonly version: string;
  readonly url: URL;
  /** As the operator gave it. */
  readonly host: string;
  readonly dataDir: string;
  readonly adminTokenFile: string;
  readonly freshToken: string | null;
}

const everyInterface = new Set(["0.0.0.0", "::", "*"]);

export function banner({ version, url, host, dataDir, adminTokenFile, freshToken }: BannerInput): string {
  const open = everyInterface.has(host);
  const lines = [
    `vskill-platform ${version}`,
    `  address      ${openAddress(url, host)}${open ? "  (and every other address of this machine)" : ""}`,
    `  data         ${dataDir}`,
  ];
  if (freshToken !== null) {
    lines.push(
      `  admin token  ${freshToken}`,
      "               Shown this once; only its hash is kept. If it is lost, stop the server,",
      `               delete ${adminTokenFile} and start again for a new one.`,
    );
  }
  return lines.join("\n");
}

/** An address that can be opened, whatever it listens on. */
export function openAddress(url: URL, host: string): string {
  if (everyInterface.has(host)) return `http://127.0.0.1:${url.port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${url.port || "80"}`;
}
