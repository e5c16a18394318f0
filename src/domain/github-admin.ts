/**
 * An entry of ADMIN_GITHUB_USERS: a GitHub user by number (`id:583231`) or by login (`login:octocat`). The setting, the
 * sign-in and the admin session's cookie are compared in this form only. Pure.
 */
import { GITHUB_LOGIN } from "./source-ref.ts";

/**
 * The entry in its usual form. A name without a kind is a login; a bare number is refused with null, because a login may
 * consist of digits too.
 */
export function parseGithubAdmin(text: string): string | null {
  const entry = text.trim().toLowerCase();
  if (/^id:\d{1,15}$/.test(entry)) return entry;
  const login = entry.replace(/^login:/, "");
  if (!GITHUB_LOGIN.test(login)) return null;
  return login === entry && /^\d+$/.test(login) ? null : `login:${login}`;
}
