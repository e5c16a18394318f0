/** Shows the copy buttons, which are hidden without scripts. */
const SHOWN_MS = 1_500;

export function offerCopies(root: ParentNode = document): void {
  for (const button of root.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => void copy(button));
  }
}

async function copy(button: HTMLButtonElement): Promise<void> {
  const label = button.textContent;
  button.textContent = (await write(button.dataset.copy ?? "")) ? "Copied" : "Press Ctrl+C";
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_MS);
}

/** The clipboard API needs a secure context; plain http in a private network has none. */
async function write(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return writeBySelection(text);
  }
}

function writeBySelection(text: string): boolean {
  const area = document.createElement("textarea");
  area.value = text;
  area.setAttribute("aria-hidden", "true");
  area.className = "skip";
  document.body.append(area);
  area.select();
  const copied = document.execCommand("copy");
  area.remove();
  return copied;
}
