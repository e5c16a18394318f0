/** `/publishers/{owner}/claim`: verify that you own a name, by a line in your repository, on your site or in its DNS. */
import { Hono } from "hono";
import type { AppEnv } from "../../http/app-env.ts";
import { limitPageWrites } from "../../http/page-rate-limit.ts";
import { readForm } from "../../http/read-form.ts";
import {
  isVerifiedVendor,
  PROOF_FILE,
  proofPlaces,
  proofText,
  proveOwner,
} from "../../lib/accounts/vendors.ts";
import { type PageContext, sendPage } from "../page-response.tsx";
import { Copyable } from "../parts/copyable.tsx";

export const publisherClaimPage = new Hono<AppEnv>();

const PATH = "/publishers/:owner/claim";

publisherClaimPage.get(PATH, (c) => sendClaimPage(c, null));

publisherClaimPage.post(PATH, limitPageWrites, async (c) => {
  await readForm(c);
  const place = await proveOwner(ownerOf(c), Date.now());
  return sendClaimPage(c, place === null ? "We couldn't find it yet." : null);
});

function ownerOf(c: PageContext): string {
  return (c.req.param("owner") ?? "").toLowerCase();
}

async function loadClaim(owner: string) {
  const [verified, text, places] = await Promise.all([
    isVerifiedVendor(owner),
    proofText(owner),
    proofPlaces(owner),
  ]);
  return { owner, verified, text, places };
}

type Claim = Awaited<ReturnType<typeof loadClaim>>;

async function sendClaimPage(c: PageContext, error: string | null): Promise<Response> {
  const claim = await loadClaim(ownerOf(c));
  return sendPage(
    c,
    {
      title: `Claim ${claim.owner}`,
      description: "Verify that you own a publisher name.",
      noIndex: true,
      cache: "never",
      status: error === null ? 200 : 422,
    },
    <div class="wrap narrow stack">
      <h1>{`Verify that you own “${claim.owner}”`}</h1>
      {error !== null && (
        <p class="notice notice-bad" role="alert">
          {error}
        </p>
      )}
      <Steps claim={claim} />
      <p>
        <a href={`/publishers/${claim.owner}`}>{`All skills of ${claim.owner}`}</a>
      </p>
    </div>,
  );
}

function Steps({ claim: { owner, verified, text, places } }: { claim: Claim }) {
  if (verified) return <p class="notice notice-good">Verified.</p>;
  if (places.length === 0)
    return (
      <p class="notice">
        This name has no repository or website to check, only uploads. Ask an operator of this registry to
        verify it.
      </p>
    );
  return (
    <>
      <p>
        Add this line to one of the places below, then click Verify. Use a file named{" "}
        <code>{PROOF_FILE}</code>
        {places.some(({ kind }) => kind === "dns") && ", or a DNS TXT record"}.
      </p>
      <Copyable label="Verification line" text={text} />
      <ul class="prose">
        {places.map((place) => (
          <li>{place.shown}</li>
        ))}
      </ul>
      <p class="small muted">Redirects are not followed.</p>
      <form method="post" action={`/publishers/${owner}/claim`}>
        <button class="btn btn-main" type="submit">
          Verify
        </button>
      </form>
    </>
  );
}
