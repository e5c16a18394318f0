/**
 * Updates the shown elements to match fresh ones, in place. Children with a key are matched by it, so that rows do not
 * jump. An element with the focus or the selection is not updated; the caller then refreshes again.
 */
import { offerCopies } from "./copy.ts";

/** True when everything is updated; false when a part in use was left as it is. */
export function patch(shown: Element, fresh: Element): boolean {
  if (shown.isEqualNode(fresh)) return true;
  if (shown.tagName !== fresh.tagName) return replace(shown, fresh);
  copyAttributes(shown, fresh);
  const children = [...fresh.children];
  if (children.some((child) => child.hasAttribute("data-key"))) return patchByKey(shown, children);
  if (children.some((child) => child.querySelector("[data-key]") !== null))
    return patchInOrder(shown, children);
  if (isInUse(shown)) return false;
  keepOpen(shown, fresh);
  shown.replaceChildren(...document.adoptNode(fresh).childNodes);
  offerCopies(shown);
  return true;
}

function replace(shown: Element, fresh: Element): boolean {
  if (isInUse(shown)) return false;
  shown.replaceWith(document.adoptNode(fresh));
  return true;
}

function copyAttributes(shown: Element, fresh: Element): void {
  const isKept = (name: string): boolean => shown instanceof HTMLDetailsElement && name === "open";
  for (const { name } of [...shown.attributes])
    if (!fresh.hasAttribute(name) && !isKept(name)) shown.removeAttribute(name);
  for (const { name, value } of fresh.attributes)
    if (shown.getAttribute(name) !== value && !isKept(name)) shown.setAttribute(name, value);
}

function patchByKey(shown: Element, fresh: readonly Element[]): boolean {
  const byKey = new Map([...shown.children].map((child) => [child.getAttribute("data-key"), child]));
  let whole = true;
  const wanted = fresh.map((child) => {
    const old = byKey.get(child.getAttribute("data-key"));
    if (old === undefined || old.tagName !== child.tagName) return document.adoptNode(child);
    whole = patch(old, child) && whole;
    return old;
  });
  for (const old of [...shown.children]) whole = (wanted.includes(old) || remove(old)) && whole;
  wanted.forEach((child, index) => {
    if (shown.children[index] !== child) shown.insertBefore(child, shown.children[index] ?? null);
  });
  return whole;
}

function patchInOrder(shown: Element, fresh: readonly Element[]): boolean {
  const old = [...shown.children];
  let whole = true;
  fresh.forEach((child, index) => {
    const before = old[index];
    if (before === undefined) shown.append(document.adoptNode(child));
    else whole = patch(before, child) && whole;
  });
  for (const left of old.slice(fresh.length)) whole = remove(left) && whole;
  return whole;
}

function remove(element: Element): boolean {
  if (isInUse(element)) return false;
  element.remove();
  return true;
}

/** Keeps open what the user has unfolded. */
function keepOpen(shown: Element, fresh: Element): void {
  const open = [...shown.querySelectorAll("details")].map((details) => details.open);
  fresh.querySelectorAll("details").forEach((details, index) => {
    details.open = open[index] ?? details.open;
  });
}

function isInUse(element: Element): boolean {
  if (element.contains(document.activeElement)) return true;
  const selection = getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(element, true);
}
