/** Submits a form when a marked select changes; without scripts its button does. */
export function followSelects(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>("select[data-submits]")) {
    select.addEventListener("change", () => select.form?.requestSubmit());
  }
}
