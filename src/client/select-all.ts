/** Selects all or none of a list of checkboxes, and shows how many are selected. */
export function offerSelectAll(): void {
  const form = document.querySelector<HTMLFormElement>("form[data-choose]");
  const bar = form?.querySelector<HTMLElement>("[data-select-bar]");
  const status = form?.querySelector<HTMLElement>("[data-selected]");
  if (!form || !bar || !status) return;
  const boxes = [...form.querySelectorAll<HTMLInputElement>("input[type=checkbox]:enabled")];
  const showCount = (): void => {
    status.textContent = `${boxes.filter((box) => box.checked).length} of ${boxes.length} selected`;
  };
  for (const button of bar.querySelectorAll<HTMLButtonElement>("button[data-select]")) {
    button.addEventListener("click", () => {
      for (const box of boxes) box.checked = button.dataset.select === "all";
      showCount();
    });
  }
  form.addEventListener("change", showCount);
  bar.hidden = false;
  showCount();
}
