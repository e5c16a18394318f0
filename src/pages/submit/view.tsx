/** The forms of `/submit`. */
import { LONGEST_OWNER_NAME } from "../../domain/publisher.ts";

interface Props {
  readonly repoUrl?: string;
  readonly urlProblem?: string;
  readonly uploadProblem?: string;
}

export function SubmitForms({ repoUrl = "", urlProblem, uploadProblem }: Props) {
  return (
    <div class="wrap narrow stack-lg">
      <header class="stack">
        <h1>Submit a skill</h1>
        <p class="lead">Watch it being scanned live. Most results take seconds.</p>
      </header>
      <section class="card stack" aria-labelledby="by-url">
        <h2 id="by-url">From a URL</h2>
        <Problem text={urlProblem} />
        <UrlForm repoUrl={repoUrl} />
      </section>
      <section class="card stack" aria-labelledby="by-upload">
        <h2 id="by-upload">Upload</h2>
        <Problem text={uploadProblem} />
        <UploadForm />
      </section>
      <p class="small">
        <a href="/docs/submitting">What we check and what each verdict means</a>
      </p>
    </div>
  );
}

function Problem({ text }: { text: string | undefined }) {
  return text === undefined ? null : (
    <p class="notice notice-bad" role="alert">
      {text}
    </p>
  );
}

function UrlForm({ repoUrl }: { repoUrl: string }) {
  return (
    <form method="post" action="/submit" class="stack">
      <label class="field">
        <span>GitHub repo or folder URL, or a website that hosts skills</span>
        <input
          class="input"
          type="url"
          name="repoUrl"
          required
          maxlength={2048}
          value={repoUrl}
          placeholder="https://github.com/owner/repository"
        />
      </label>
      <div class="row">
        <button class="btn btn-main" type="submit" formaction="/submit/discover">
          Find skills
        </button>
        <button class="btn" type="submit">
          Submit all
        </button>
      </div>
      <p class="hint">No account needed. Public repositories only; nothing is executed.</p>
    </form>
  );
}

function UploadForm() {
  return (
    <form method="post" action="/submit/upload" enctype="multipart/form-data" class="stack" data-upload>
      <ArchiveField />
      <div>
        <label class="field" for="token">
          <span>Token</span>
        </label>
        <input
          class="input"
          type="password"
          id="token"
          name="token"
          required
          autocomplete="off"
          maxlength={200}
          aria-describedby="token-hint"
        />
        <p class="hint" id="token-hint">
          Uploads are published under an owner name and need that owner's token. Ask an operator for one.
        </p>
      </div>
      <label class="field">
        <span>Owner (admin tokens only)</span>
        <input class="input" type="text" name="owner" maxlength={LONGEST_OWNER_NAME} autocomplete="off" />
      </label>
      <button class="btn btn-main" type="submit">
        Upload
      </button>
    </form>
  );
}

function ArchiveField() {
  return (
    <div class="drop stack" data-drop>
      <label class="field">
        <span>.zip or .tar.gz with SKILL.md at the top level</span>
        <input
          class="input"
          type="file"
          name="archive"
          accept=".zip,.tgz,.tar.gz,application/zip,application/gzip"
          required
        />
      </label>
      <p>
        <button class="btn btn-sm" type="button" hidden data-folder>
          Choose a folder instead
        </button>
      </p>
      <p class="hint" data-chosen role="status">
        Or drop an archive or a folder here.
      </p>
    </div>
  );
}
