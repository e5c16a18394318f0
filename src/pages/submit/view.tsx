/** The forms of `/submit` and what came of them. */
import type { IntakeResult } from "../../lib/submissions/intake.ts";

interface FormsProps {
  readonly repoUrl?: string;
  readonly urlProblem?: string;
  readonly uploadProblem?: string;
}

export function SubmitForms({ repoUrl = "", urlProblem, uploadProblem }: FormsProps) {
  return (
    <div class="wrap narrow stack-lg">
      <header class="stack">
        <h1>Submit a skill</h1>
        <p class="lead">
          You see each stage as it happens, and every finding with file, line and advice. Most verdicts take
          seconds.
        </p>
      </header>
      <section class="card stack" aria-labelledby="by-address">
        <h2 id="by-address">By address</h2>
        <Problem text={urlProblem} />
        <form method="post" action="/submit" class="stack">
          <label class="field">
            <span>GitHub repository, folder of one, or a site with skills</span>
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
              Show its skills
            </button>
            <button class="btn" type="submit">
              Submit all of them
            </button>
          </div>
          <p class="hint">No account is needed. Only public repositories are read; nothing of them is run.</p>
        </form>
      </section>
      <section class="card stack" aria-labelledby="by-upload">
        <h2 id="by-upload">By upload</h2>
        <Problem text={uploadProblem} />
        <form method="post" action="/submit/upload" enctype="multipart/form-data" class="stack" data-upload>
          <div class="drop stack" data-drop>
            <label class="field">
              <span>Archive (tar.gz or zip) with SKILL.md at its root or one folder down</span>
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
            <p class="hint" data-said role="status">
              Or drop an archive or a folder here.
            </p>
          </div>
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
              An upload is published under an owner's name, so it needs a token of that owner. Operators of
              this registry make them under Administration.
            </p>
          </div>
          <label class="field">
            <span>Owner (only for admin tokens)</span>
            <input class="input" type="text" name="owner" maxlength={39} autocomplete="off" />
          </label>
          <button class="btn btn-main" type="submit">
            Upload
          </button>
        </form>
      </section>
      <p class="small">
        <a href="/docs/submitting">What is checked, and what each verdict means</a>
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

export interface Outcome {
  readonly name: string;
  readonly result: IntakeResult;
}

const WORDS = {
  accepted: "accepted",
  duplicate: "is being processed already",
  "already-published": "is published already, with this very content",
  blocked: "is blocked",
} as const;

type Taken = Exclude<IntakeResult, { kind: "refused" }>;

export function Outcomes({
  outcomes,
  addressOf,
}: {
  outcomes: readonly Outcome[];
  addressOf: (result: Taken) => string;
}) {
  return (
    <div class="wrap narrow stack">
      <h1>Submitted</h1>
      <ul class="stack">
        {outcomes.map(({ name, result }) => (
          <li class="card">
            <strong>{name === "." ? "The skill at the root" : name}</strong>{" "}
            {result.kind === "refused" ? (
              <span class="bad">{result.problem.message}</span>
            ) : (
              <>
                {WORDS[result.kind]}. <a href={addressOf(result)}>See how it goes</a>
              </>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
