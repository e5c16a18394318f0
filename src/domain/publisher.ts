/**
 * Authorisation: who may publish under which owner name. A token publishes as its own owner; an admin may publish as
 * any owner. Every entry point that accepts an upload uses this function, so that none of them is more lenient.
 */
import { z } from "zod";
import { type Problem, problem } from "./problem.ts";
import { isReservedOwnerName, reservedNameText } from "./reserved-names.ts";

export const LONGEST_OWNER_NAME = 39;

/** An owner name as typed by a user; parses to its one stored spelling. */
export const ownerNameSchema = z
  .string()
  .trim()
  .toLowerCase()
  .regex(
    new RegExp(`^[a-z0-9][a-z0-9-]{0,${LONGEST_OWNER_NAME - 1}}$`),
    `The owner name may have letters, digits and hyphens, at most ${LONGEST_OWNER_NAME} characters.`,
  )
  .refine((name) => !isReservedOwnerName(name), { error: ({ input }) => reservedNameText(String(input)) });

export interface Publisher {
  /** The owner that the token belongs to; null for the operator. */
  readonly owner: string | null;
  readonly scopes: readonly string[];
}

export type PublishingOwner = { readonly owner: string } | { readonly problem: Problem };

/**
 * The owner name to publish under, or the problem to report. No requested name, or an empty one, means the token's own
 * owner. Checks the name only: the caller must have checked the scope that the action needs.
 */
export function publishingOwner(publisher: Publisher, requested: string | undefined): PublishingOwner {
  const isRequested = requested !== undefined && requested.trim() !== "";
  const name = isRequested ? requested : publisher.owner;
  if (name === null) return { problem: problem("BAD_REQUEST", "Enter the owner name to publish under.") };
  const parsed = ownerNameSchema.safeParse(name);
  if (!parsed.success)
    return { problem: problem("BAD_REQUEST", parsed.error.issues.map(({ message }) => message).join(" ")) };
  if (!mayActFor(publisher, parsed.data))
    return { problem: problem("FORBIDDEN", `This token publishes as @${publisher.owner ?? "nobody"} only.`) };
  return { owner: parsed.data };
}

/** True for the owner's own tokens and for admins. */
export function mayActFor(publisher: Publisher, owner: string): boolean {
  return publisher.owner === owner || publisher.scopes.includes("admin");
}
