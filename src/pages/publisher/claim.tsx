/** `/publishers/{owner}/claim`: prove that a name is yours, by a text in your repository, on your site or in its DNS. */
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
  return sendClaimPage(c, place === null ? "The text was not found in any of these places." : null);
});

function ownerOf(c: PageContext): string {
  return (c.req.param("owner") ?? "").toLowerCase();
}

async function sendClaimPage(c: PageContext, wrong: string | null): Promise<Response> {
  const owner = ownerOf(c);
  const [proven, text, places] = await Promise.all([
    isVerifiedVendor(owner),
    proofText(owner),
    proofPlaces(owner),
  ]);
  return sendPage(
    c,
    {
      title: `Prove ${owner}`,
      description: "Prove that a name is yours.",
      noIndex: true,
      cache: "never",
      status: wrong === null ? 200 : 422,
    },
    <div class="wrap narrow stack">
      <h1>{`Prove that ${owner} is you`}</h1>
      {proven && <p class="notice notice-good">This name is proven. New versions say so.</p>}
      {wrong !== null && (
        <p class="notice notice-bad" role="alert">
          {wrong}
        </p>
      )}
      {!proven && places.length === 0 && (
        <p class="notice">
          This name has only been used for uploads, so there is no repository or site to look at. Ask the
          operators of this registry to verify it.
        </p>
      )}
      {!proven && places.length > 0 && (
        <>
          <p>
            Put this line where only you can put it, then have it looked for: in a file named{" "}
            <code>{PROOF_FILE}</code>
            {places.some(({ kind }) => kind === "dns") && ", or as a TXT record of your site's name"}.
          </p>
          <Copyable label="The text that proves it" text={text} />
          <p>Any one of these places will do; redirects are not followed:</p>
          <ul class="prose">
            {places.map((place) => (
              <li>{place.shown}</li>
            ))}
          </ul>
          <form method="post" action={`/publishers/${owner}/claim`}>
            <button class="btn btn-main" type="submit">
              Look for it now
            </button>
          </form>
        </>
      )}
    </div>,
  );
}
