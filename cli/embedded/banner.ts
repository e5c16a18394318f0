/** The text that the server prints when it is ready. Address and token have their own lines, so that they are easy to copy. */

export interface BannerInput {
  readonly version: string;
  readonly url: URL;
  /** As the operator gave it. */
  readonly host: string;
  readonly dataDir: string;
  readonly adminTokenFile: string;
  readonly freshToken: string | null;
  readonly isFirstStart: boolean;
}

const everyInterface = new Set(["0.0.0.0", "::", "*"]);

export function banner(input: BannerInput): string {
  const { version, url, host, dataDir, adminTokenFile, freshToken, isFirstStart } = input;
  const address = openAddress(url, host);
  const lines = [
    `vskill-platform ${version}`,
    `  address      ${address}${everyInterface.has(host) ? "  (all interfaces)" : ""}`,
    `  data         ${dataDir}`,
  ];
  if (freshToken !== null)
    lines.push(
      `  admin token  ${freshToken}`,
      "               Save it now – it won't be shown again. To reset: stop the server,",
      `               delete ${adminTokenFile}, start it again.`,
    );
  if (isFirstStart || freshToken !== null)
    lines.push(
      `  next         open ${address} in a browser`,
      `               sign in at ${address}/admin with the admin token, and create tokens for uploads there`,
      "               npx vskill-platform scan ./my-skill    preview the verdict for your skill",
      "               Ctrl-C stops the server; your data is kept",
    );
  return lines.join("\n");
}

/** An address that a browser on this machine can open. */
export function openAddress(url: URL, host: string): string {
  if (everyInterface.has(host)) return `http://127.0.0.1:${url.port}`;
  return `http://${host.includes(":") ? `[${host}]` : host}:${url.port || "80"}`;
}
