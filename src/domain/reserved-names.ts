/**
 * Owner names that nobody gets: words of this registry's URLs and protocols, and names that seem to speak for the registry.
 * They are refused for tokens, uploads and accounts. The owner of a GitHub repository keeps the name that GitHub gave.
 */
const ADDRESSES = `account accounts admin api archive assets badge blocklist changes clawhub compare device docs download feed
  feeds find health healthz install installs latest llms login logout marketplace mcp new npm openapi owner owners package
  packages ping publish publisher publishers queue registry report reports robots scan scans search sign-in sign-out signin
  signout signup sitemap skill skills static stats stream submission submissions submit suppressions token tokens trust
  upload uploads user users version versions well-known`;

const ROLES = `administrator administrators all anonymous everyone help me moderator moderators nobody null official operator
  operators public root security superuser support sysadmin system undefined verified vskill vskill-platform webmaster`;

const reserved: ReadonlySet<string> = new Set(`${ADDRESSES} ${ROLES}`.split(/\s+/));

/** Takes the stored spelling: lower case. */
export function isReservedOwnerName(name: string): boolean {
  return reserved.has(name);
}

export const reservedNameText = (name: string): string =>
  `The name “${name}” is reserved for the registry itself. Choose another owner name.`;
