/** Descriptions that an author has not written yet. Pure. */

/** What templates put where an author is to write. */
const placeholders: readonly RegExp[] = [
  /^(?:replace (?:with|this with) (?:an? |the |your )?(?:[\w-]{1,20} ){0,2}description\b|replace (?:this|me)\b)/i,
  /^[[(]?(?:todo|tbd|fixme|xxx)(?:\W{0,8}$|\s{0,3}:)/i,
  /^(?:<[^<>]{1,200}>|\{\{[^{}]{1,200}\}\}|\[[^[\]]{1,200}\])[.\s]{0,4}$/,
  /^(?:an? )?(?:short|brief|clear|concise|one-line|one-sentence)?(?: and \w{1,20})?\s?description of (?:what )?(?:this|the|your|my) skill\b/i,
  /^(?:describe )?what (?:this|the|your) skill does(?: and when (?:to use it|claude should use it|it should be used))?[.\s]{0,4}$/i,
  /^(?:describe (?:this|the|your) skill\b|(?:enter|add|insert|write|put) (?:an? |your |the )?(?:[\w-]{1,20} ){0,2}description\b|(?:your |skill |my )?description(?: here)?[.\s]{0,4}$|lorem ipsum)/i,
];

/** Whether a description is what a template says, so that nobody can tell what the skill does. */
export function isPlaceholder(description: string): boolean {
  const text = description.trim();
  return placeholders.some((pattern) => pattern.test(text));
}
