/** A choice in a marked form takes effect at once; without scripts its button does. */
export function followSelects(): void {
  for (const select of document.querySelectorAll<HTMLSelectElement>("select[data-submits]")) {
    select.addEventListener("change", () => select.form?.requestSubmit());
  }
}
