/** `token create|list|revoke`, also `npm run token`: for operators. */
import { runCommand, text, wrongUsage } from "../client/command.ts";
import { EXIT } from "../exit-codes.ts";

const help = `usage: vskill-platform token create --owner NAME --scope SCOPES [--label TEXT] [--days N]
       vskill-platform token list
       vskill-platform token revoke ID --reason TEXT

Needs an admin token in --token or $VSKILL_TOKEN. Scopes: submit, publish, scan, admin; several with commas.

  vskill-platform token create --owner acme --scope submit,publish --days 90
  vskill-platform token revoke 0b2f… --reason "laptop was lost"`;

interface Token {
  id: string;
  owner: string;
  scopes: string[];
  label: string;
  expiresAt: number | null;
  revokedAt: number | null;
}

export function main(argv: string[]): Promise<number> {
  const options = { owner: 0, scope: 0, label: 0, days: 0, reason: 0 };
  return runCommand(argv, {
    help,
    options: Object.fromEntries(Object.keys(options).map((name) => [name, { type: "string" as const }])),
    run: async ({ positionals: [action, id], values, registry, say, result }) => {
      if (action === "create") {
        const made = await registry.post<{ id: string; token: string }>("/api/v1/admin/tokens", {
          owner: text(values.owner) ?? "",
          scopes: (text(values.scope) ?? "").split(",").filter((scope) => scope !== ""),
          label: text(values.label) ?? "",
          expiresInDays: values.days === undefined ? null : Number(values.days),
        });
        result(made);
        say(made.token);
        say();
        say(`This is the only time that it is shown. Its id is ${made.id}.`);
        return EXIT.ok;
      }
      if (action === "list") {
        const { tokens } = await registry.json<{ tokens: Token[] }>("/api/v1/admin/tokens");
        result({ tokens });
        for (const token of tokens) say(describe(token));
        return EXIT.ok;
      }
      if (action !== "revoke" || id === undefined || text(values.reason) === undefined)
        throw wrongUsage("Say create, list, or revoke with an id and a --reason.");
      await registry.post(`/api/v1/admin/tokens/${encodeURIComponent(id)}/revoke`, { reason: values.reason });
      result({ ok: true });
      say("revoked");
      return EXIT.ok;
    },
  });
}

function describe({ id, owner, scopes, label, expiresAt, revokedAt }: Token): string {
  const until = expiresAt === null ? "for good" : `until ${new Date(expiresAt).toISOString().slice(0, 10)}`;
  return `${id}  ${owner}  ${scopes.join(",")}  ${revokedAt === null ? until : "revoked"}  ${label}`;
}
