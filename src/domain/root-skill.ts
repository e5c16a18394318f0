/** Asks for the skill at a source's root alone; "" asks for all that the source has. */
export const ROOT = ".";
