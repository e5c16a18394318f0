/** `token create|list|revoke`, also `npm run token`: for operators. */
import { Registry } from "../client/registry.ts";
import { registryOptions } from "../client/registry-options.ts";
import { type Call, runCommand } from "../command.ts";
import { EXIT } from "../exit-codes.ts";
import { UsageFailure } from "../failure.ts";

interface Token {
  id: string;
  owner: string;
  scopes: string[];
  label: string;
  expiresAt: number | null;
  revokedAt: number | null;
}

type RevokedToken = Pick<Token, "id" | "label">;

const options = {
  owner: { value: "NAME", help: "create: the owner whose skills it may publish" },
  scope: { value: "SCOPES", help: "create: submit, publish, scan or admin; several with commas" },
  label: { value: "TEXT", help: "create: what it is for" },
  days: {
    value: "N",
    help: "create: days until it expires (default: it does not)",
    accepts: (value: string) => /^[0-9]{1,5}$/.test(value),
    mustBe: "a whole number",
  },
  reason: { value: "TEXT", help: "revoke: the reason, kept in the audit log" },
  ...registryOptions,
} as const;

const TOKENS = "/api/v1/admin/tokens";

export function main(argv: string[]): Promise<number> {
  return runCommand(argv, {
    usage: [
      "vskill-platform token create --owner NAME --scope SCOPES [--label TEXT] [--days N]",
      "vskill-platform token list",
      "vskill-platform token revoke ID --reason TEXT",
    ],
    description: "Manages access tokens. Needs an admin token in --token or $VSKILL_TOKEN.",
    options,
    examples: [
      "vskill-platform token create --owner acme --scope submit,publish --days 90",
      'vskill-platform token revoke 0b2f… --reason "laptop was lost"',
      "vskill-platform token list --json",
    ],
    family: "registry",
    takesArguments: true,
    run: async (call) => {
      const [action, id] = call.positionals;
      const registry = new Registry(call.values);
      if (action === "create") await create(registry, call);
      else if (action === "list") await list(registry, call);
      else if (action === "revoke" && id !== undefined && call.values.reason !== undefined)
        await revoke(registry, id, call);
      else throw new UsageFailure(["Use create, list or revoke; revoke needs an id and a --reason."]);
      return EXIT.ok;
    },
  });
}

async function create(registry: Registry, { values, print, result }: Call<typeof options>): Promise<void> {
  const { owner = "", scope = "", label = "", days } = values;
  const created = await registry.post<Pick<Token, "id" | "expiresAt"> & { token: string }>(TOKENS, {
    owner,
    scopes: scope.split(",").filter((name) => name !== ""),
    label,
    expiresInDays: days === undefined ? null : Number(days),
  });
  result(created);
  print(created.token);
  print();
  print(`Save it now – it won't be shown again. Its id is ${created.id}, ${expiryOf(created.expiresAt)}.`);
}

async function list(registry: Registry, { print, result }: Call<typeof options>): Promise<void> {
  const { tokens } = await registry.json<{ tokens: Token[] }>(TOKENS);
  result({ tokens });
  for (const token of tokens) print(describe(token));
}

async function revoke(registry: Registry, id: string, { values, print, result }: Call<typeof options>) {
  const path = `${TOKENS}/${encodeURIComponent(id)}/revoke`;
  const { revoked } = await registry.post<{ revoked: RevokedToken[] }>(path, { reason: values.reason });
  result({ ok: true, revoked });
  for (const token of revoked) print(`revoked ${token.id}  ${token.label}`);
}

function describe({ id, owner, scopes, label, expiresAt, revokedAt }: Token): string {
  const expiry = revokedAt === null ? expiryOf(expiresAt) : "revoked";
  return `${id}  ${owner}  ${scopes.join(",")}  ${expiry}  ${label}`;
}

const expiryOf = (expiresAt: number | null) =>
  expiresAt === null ? "does not expire" : `until ${new Date(expiresAt).toISOString().slice(0, 10)}`;
