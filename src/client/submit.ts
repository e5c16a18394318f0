/** Drag and drop of an archive or a folder. The browser packs a folder, so that the server always gets one archive. */
import { type Zippable, zipSync } from "fflate";

const form = document.querySelector<HTMLFormElement>("form[data-upload]");
const drop = form?.querySelector<HTMLElement>("[data-drop]");
const input = form?.querySelector<HTMLInputElement>("input[type=file]");
const chosen = form?.querySelector<HTMLElement>("[data-chosen]");

if (form && drop && input && chosen) {
  drop.addEventListener("dragover", (event) => {
    event.preventDefault();
    drop.dataset.over = "";
  });
  drop.addEventListener("dragleave", () => delete drop.dataset.over);
  drop.addEventListener("drop", (event) => {
    event.preventDefault();
    delete drop.dataset.over;
    void accept(event.dataTransfer);
  });
  for (const button of form.querySelectorAll<HTMLButtonElement>("button[data-folder]")) {
    button.hidden = false;
    button.addEventListener("click", () => pickFolder());
  }
}

async function accept(data: DataTransfer | null): Promise<void> {
  const entries = [...(data?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  const [only] = entries;
  if (entries.length === 1 && only?.isFile === true && data?.files[0] !== undefined) {
    choose(data.files[0]);
    return;
  }
  const files: [string, File][] = [];
  for (const entry of entries) await collect(entry, files);
  choose(await pack(files));
}

async function collect(entry: FileSystemEntry, files: [string, File][]): Promise<void> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) =>
      (entry as FileSystemFileEntry).file(resolve, reject),
    );
    files.push([path, file]);
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  for (;;) {
    // A reader returns at most a hundred entries at a time, and none at the end.
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return;
    for (const child of some) await collect(child, files);
  }
}

function pickFolder(): void {
  const picker = document.createElement("input");
  picker.type = "file";
  picker.webkitdirectory = true;
  picker.addEventListener("change", async () => {
    const files = [...(picker.files ?? [])].map((file): [string, File] => [file.webkitRelativePath, file]);
    choose(await pack(files));
  });
  picker.click();
}

async function pack(files: readonly [string, File][]): Promise<File> {
  const contents: Zippable = {};
  for (const [path, file] of files) {
    if (!/(^|\/)(\.git|node_modules)\//.test(path)) contents[path] = new Uint8Array(await file.arrayBuffer());
  }
  const zipped = zipSync(contents, { mtime: new Date("2000-01-01T00:00:00Z") });
  return new File([zipped.slice()], "skill.zip", { type: "application/zip" });
}

function choose(file: File): void {
  if (!input || !chosen) return;
  const transfer = new DataTransfer();
  transfer.items.add(file);
  input.files = transfer.files;
  chosen.textContent = `${file.name}, ${Math.ceil(file.size / 1024)} KiB, ready to upload.`;
}
