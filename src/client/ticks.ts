/** Ticks all or none of a list to choose from, and says how many are ticked. */
export function offerTicks(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-choose]");
  const bar = form?.querySelector<HTMLElement>("[data-ticks]");
  const said = form?.querySelector<HTMLElement>("[data-ticked]");
  if (!form || !bar || !said) return;
  const boxes = [...form.querySelectorAll<HTMLInputElement>("input[type=checkbox]:enabled")];
  const say = (): void => {
    said.textContent = `${boxes.filter((box) => box.checked).length} of ${boxes.length} ticked`;
  };
  for (const button of bar.querySelectorAll<HTMLButtonElement>("button[data-tick]")) {
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = button.dataset.tick === "all";
      say();
    });
  }
  form.addEventListener("change", say);
  bar.hidden = false;
  say();
}
