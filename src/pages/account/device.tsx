/**
 * `/device`: a user confirms the code that their device shows (RFC 8628). A GitHub session identifies the user; an admin
 * confirms for an owner with an admin token. A token of a user confirms nothing, because a token that makes tokens would
 * never end. Opening the page changes nothing; only the button authorizes.
 */
import { Hono } from "hono";
import { z } from "zod";
import { type Problem, problem } from "../../domain/problem.ts";
import { LONGEST_OWNER_NAME, publishingOwner } from "../../domain/publisher.ts";
import type { AppEnv } from "../../http/app-env.ts";
import { callerWithToken, hasScope } from "../../http/auth.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm } from "../../http/read-form.ts";
import { getUserSession, readUserForm, type UserSession } from "../../http/user-session.ts";
import { approveDeviceCode } from "../../lib/accounts/device-code-store.ts";
import { isGithubSignInOffered } from "../../lib/accounts/github-identity.ts";
import { type PageContext, sendPage } from "../page-response.tsx";

export const devicePage = new Hono<AppEnv>();

const codeSchema = z
  .string()
  .trim()
  .toUpperCase()
  .transform((code) => (/^[A-Z]{8}$/.test(code) ? `${code.slice(0, 4)}-${code.slice(4)}` : code))
  .pipe(z.string().regex(/^[A-Z]{4}-[A-Z]{4}$/));

type FlashMessage = { readonly good: boolean; readonly text: string } | null;

const currentUser = async (c: PageContext) =>
  isGithubSignInOffered() ? getUserSession(c, Date.now()) : null;

devicePage.get("/device", async (c) =>
  sendDevicePage(c, { user: await currentUser(c), code: c.req.query("code") ?? "", flash: null }),
);

devicePage.post("/device", limitPageWrites, async (c) => {
  const user = await currentUser(c);
  const fields = user === null ? await readForm(c) : await readUserForm(c, user);
  const input = fields.code ?? "";
  const fail = (text: string) => sendDevicePage(c, { user, code: input, flash: { good: false, text } });
  const code = codeSchema.safeParse(input);
  if (!code.success) return fail("Enter a code like ABCD-EFGH.");
  const approver = await approverOf(user, fields);
  if ("problem" in approver) return fail(approver.problem.message);
  const refusal = await approveDeviceCode({ userCode: code.data, ...approver }, Date.now());
  if (refusal !== null) return fail(refusal.message);
  const text = `Your device is authorized as ${approver.owner}. You can close this page.`;
  return sendDevicePage(c, { user, code: "", flash: { good: true, text } });
});

type Approver = { readonly owner: string; readonly actor: string } | { readonly problem: Problem };

async function approverOf(
  user: UserSession | null,
  { token = "", owner = "" }: Readonly<Record<string, string>>,
): Promise<Approver> {
  if (user !== null) return { owner: user.owner, actor: `github:${user.owner}` };
  const caller = await callerWithToken(token);
  if (caller === null || !hasScope(caller, "admin")) return { problem: problem("DEVICE_NEEDS_PERSON") };
  const publisher = publishingOwner(caller, owner);
  return "problem" in publisher ? publisher : { owner: publisher.owner, actor: caller.id };
}

interface DeviceView {
  readonly user: UserSession | null;
  readonly code: string;
  readonly flash: FlashMessage;
}

function sendDevicePage(c: PageContext, { user, code, flash }: DeviceView): Promise<Response> {
  return sendPage(
    c,
    {
      title: "Authorize a device",
      description: "Confirm the code that your device shows.",
      noIndex: true,
      cache: "never",
      status: flash === null || flash.good ? 200 : 400,
    },
    <div class="wrap narrow stack">
      <h1>Authorize a device</h1>
      {flash !== null && (
        <p
          class={`notice ${flash.good ? "notice-good" : "notice-bad"}`}
          role={flash.good ? "status" : "alert"}
        >
          {flash.text}
        </p>
      )}
      {flash?.good !== true && <CodeForm user={user} code={code} />}
    </div>,
  );
}

function CodeForm({ user, code }: { user: UserSession | null; code: string }) {
  const parsed = codeSchema.safeParse(code);
  const back = parsed.success ? `/device?code=${parsed.data}` : "/device";
  return (
    <>
      <p>
        Confirm only a code that your own device shows right now: that device will be able to publish as you.
      </p>
      {user === null && <WithoutSession back={back} />}
      <form method="post" action="/device" class="card stack">
        <label class="field">
          <span>Code</span>
          <input
            class="input"
            name="code"
            value={parsed.success ? parsed.data : ""}
            required
            maxlength={9}
            autocomplete="one-time-code"
            autocapitalize="characters"
            spellcheck={false}
          />
        </label>
        {user === null ? <ByAdmin /> : <input type="hidden" name="csrf" value={user.csrf} />}
        <button class="btn btn-main" type="submit">
          {user === null ? "Confirm as an admin" : `Confirm as ${user.owner}`}
        </button>
      </form>
    </>
  );
}

/** The way of users who are not signed in comes first. An admin confirms in the form below. */
function WithoutSession({ back }: { back: string }) {
  return isGithubSignInOffered() ? (
    <>
      <p>
        <a class="btn btn-main" href={`/sign-in/github?to=${encodeURIComponent(back)}`}>
          Sign in with GitHub
        </a>
      </p>
      <p>Or let an admin confirm the code:</p>
    </>
  ) : (
    <p>
      Users cannot sign in to this registry, so an admin confirms the code. If you have a token, give it to
      the device itself, for example with <code>clawhub login --token</code>.
    </p>
  );
}

function ByAdmin() {
  return (
    <>
      <label class="field">
        <span>Admin token</span>
        <input class="input" type="password" name="token" required maxlength={200} autocomplete="off" />
        <p class="hint">Used only to confirm. Other tokens cannot confirm a device.</p>
      </label>
      <label class="field">
        <span>Owner name that the device publishes under</span>
        <input class="input" name="owner" required maxlength={LONGEST_OWNER_NAME} autocomplete="off" />
      </label>
    </>
  );
}
