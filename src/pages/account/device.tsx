/**
 * `/device`: a person confirms the code that their machine shows (RFC 8628). Who they are is told by their GitHub
 * session or by a token of theirs; opening the page does nothing, the button does.
 */
import { Hono } from "hono";
import { z } from "zod";
import type { AppEnv } from "../../http/app-env.ts";
import { callerOf, hasScope } from "../../http/auth.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { getUserSession, readUserForm, type UserSession } from "../../http/person-session.ts";
import { readForm } from "../../http/read-form.ts";
import { approveDeviceCode, DEVICE_SCOPES } from "../../lib/accounts/device-code-store.ts";
import { isGithubSignInOffered } from "../../lib/accounts/github-identity.ts";
import type { TokenScope } from "../../lib/accounts/token-store.ts";
import { type PageContext, sendPage } from "../page-response.tsx";

export const devicePage = new Hono<AppEnv>();

const codeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .transform((code) => (/^[A-Z]{8}$/.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : code))
  .pipe(z.string().regex(/^[A-Z]{4}-[A-Z]{4}$/));

type FlashMessage = { readonly good: boolean; readonly text: string } | null;

const currentUser = (c: PageContext) => (isGithubSignInOffered() ? getUserSession(c, Date.now()) : null);

devicePage.get("/device", (c) => sendDevicePage(c, currentUser(c), c.req.query("code") ?? "", null));

devicePage.post("/device", limitPageWrites, async (c) => {
  const person = currentUser(c);
  const fields = person === null ? await readForm(c) : await readUserForm(c, person);
  const sent = fields.code ?? "";
  const fail = (text: string) => sendDevicePage(c, person, sent, { good: false, text });
  const code = codeSchema.safeParse(sent);
  if (!code.success) return fail("The code looks like ABCD-EFGH.");
  const approver = await approverOf(person, (fields.token ?? "").trim());
  if (approver === null) return fail("That token is not valid, or it may not publish.");
  const approved = await approveDeviceCode({ userCode: code.data, ...approver }, Date.now());
  if (!approved) return fail("No device waits with this code. Codes are good for 15 minutes.");
  const text = `Your device is signed in as ${approver.owner}. You can close this page.`;
  return sendDevicePage(c, person, "", { good: true, text });
});

interface Approver {
  readonly owner: string;
  readonly scopes: readonly TokenScope[];
  readonly actor: string;
}

/** A device never gets more than who confirms it has. */
async function approverOf(person: UserSession | null, token: string): Promise<Approver | null> {
  if (person !== null) return { owner: person.owner, scopes: DEVICE_SCOPES, actor: `github:${person.owner}` };
  const caller = /^[\x21-\x7e]{1,200}$/.test(token) ? await callerOf(token, "POST") : null;
  if (caller === null || caller.owner === null) return null;
  const scopes = DEVICE_SCOPES.filter((scope) => hasScope(caller, scope));
  return scopes.length === 0 ? null : { owner: caller.owner, scopes, actor: caller.id };
}

function sendDevicePage(
  c: PageContext,
  person: UserSession | null,
  code: string,
  said: FlashMessage,
): Promise<Response> {
  return sendPage(
    c,
    {
      title: "Sign a device in",
      description: "Confirm the code that your device shows.",
      noIndex: true,
      cache: "never",
      status: said === null || said.good ? 200 : 400,
    },
    <div class="wrap narrow stack">
      <h1>Sign a device in</h1>
      {said !== null && (
        <p class={`notice ${said.good ? "notice-good" : "notice-bad"}`} role={said.good ? "status" : "alert"}>
          {said.text}
        </p>
      )}
      {said?.good !== true && <CodeForm person={person} code={code} />}
    </div>,
  );
}

function CodeForm({ person, code }: { person: UserSession | null; code: string }) {
  const known = codeSchema.safeParse(code);
  const back = known.success ? `/device?code=${known.data}` : "/device";
  return (
    <>
      <p>
        Confirm only a code that you see on your own machine right now: whoever shows it may publish in your
        name.
      </p>
      <form method="post" action="/device" class="card stack">
        <label class="field">
          <span>Code on the device</span>
          <input
            class="input"
            name="code"
            value={known.success ? known.data : ""}
            required
            maxlength={9}
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
          />
        </label>
        {person === null ? <ByToken /> : <input type="hidden" name="csrf" value={person.csrf} />}
        <button class="btn btn-main" type="submit">
          {person === null ? "Confirm" : `Confirm as ${person.owner}`}
        </button>
      </form>
      {person === null && isGithubSignInOffered() && (
        <p>
          <a class="btn" href={`/sign-in/github?to=${encodeURIComponent(back)}`}>
            Sign in with GitHub instead
          </a>
        </p>
      )}
    </>
  );
}

function ByToken() {
  return (
    <label class="field">
      <span>A token of yours</span>
      <input class="input" type="password" name="token" required maxlength={200} autocomplete="off" />
      <p class="hint">
        It begins with vsk_ and has the scope “submit” or “publish”. It is only used to confirm.
      </p>
    </label>
  );
}
