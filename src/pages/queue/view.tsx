/** The queue as HTML. Rows carry keys: live updates change them in place and never reset what the reader is doing. */

import { duration, number, When } from "../parts/format.tsx";
import { Pager } from "../parts/pager.tsx";
import { Scrolling } from "../parts/scrolling.tsx";
import { StateBadge } from "../parts/trust-badge.tsx";
import { Visible } from "../parts/visible.tsx";
import type { FILTERS, loadQueue, QueueFilter, QueueQuery } from "./queue.tsx";

type Queue = Awaited<ReturnType<typeof loadQueue>>;

interface Props {
  readonly ask: QueueQuery;
  readonly queue: Queue;
  readonly pageSize: number;
}

const LABELS: Readonly<Record<keyof typeof FILTERS, string>> = {
  all: "All",
  active: "In work",
  review: "In review",
  published: "Published",
  rejected: "Rejected",
  blocked: "Blocked",
  withdrawn: "Withdrawn",
};

export function queueAddress({ show, q, page }: Partial<QueueQuery>): string {
  const query = new URLSearchParams();
  if (show !== undefined && show !== "all") query.set("show", show);
  if (q !== undefined) query.set("q", q);
  if (page !== undefined && page > 1) query.set("page", String(page));
  const text = query.toString();
  return text === "" ? "/queue" : `/queue?${text}`;
}

export function QueueView({ ask, queue, pageSize }: Props) {
  return (
    <div class="wrap stack-lg">
      <header class="stack">
        <h1>Queue</h1>
        <p class="lead">Everything that was submitted, and where it stands.</p>
      </header>
      <form action="/queue" method="get" class="searchbar max-w-2xl">
        <input type="hidden" name="show" value={ask.show} />
        <input
          class="input"
          type="search"
          name="q"
          value={ask.q ?? ""}
          maxlength={100}
          aria-label="Search submissions"
          placeholder="Name, repository or number of a submission"
        />
        <button class="btn" type="submit">
          Search
        </button>
      </form>
      {/* Reloading by itself would take away what such a reader has half typed. */}
      <noscript>
        <p class="small muted">
          Without scripts this page does not follow along. <a href={queueAddress(ask)}>Look again</a>
        </p>
      </noscript>
      <div class="stack-lg" data-live="/api/v1/submissions/stream">
        <Health queue={queue} />
        <Filters ask={ask} queue={queue} />
        <Rows ask={ask} queue={queue} pageSize={pageSize} />
      </div>
    </div>
  );
}

function Health({ queue: { status } }: { queue: Queue }) {
  return (
    <section aria-labelledby="health" class="card stack" data-key="health">
      <h2 id="health" class="text-lg">
        Is work flowing?
      </h2>
      {status.paused !== null && (
        <p class="notice notice-wait">
          Paused until <When at={status.paused.until} />: <Visible text={status.paused.reason} />
        </p>
      )}
      <dl class="numbers">
        <Figure label="waiting" value={number(status.waiting)} />
        <Figure
          label="oldest waits"
          value={status.oldestWaitingMs === null ? "–" : duration(status.oldestWaitingMs)}
        />
        <Figure label="finished in the last hour" value={number(status.finishedLastHour)} />
        <Figure label="stuck" value={number(status.stuck)} />
      </dl>
      <details>
        <summary class="small">Last run of each job</summary>
        <ul class="small mt-2">
          {status.jobs.map(({ name, succeededAt, lastError }) => (
            <li>
              <strong>{name}</strong>{" "}
              {succeededAt === null ? <span class="bad">never succeeded</span> : <When at={succeededAt} />}
              {lastError !== null && <span class="bad"> last error recorded</span>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** Counts are of all submissions: beside a search they would promise more than one gets (L35). */
function Filters({ ask, queue: { stats } }: { ask: QueueQuery; queue: Queue }) {
  const counts: Readonly<Record<QueueFilter, number>> = { ...stats, all: stats.total };
  return (
    <nav aria-label="Filter by state" data-key="filters">
      <ul class="row">
        {(Object.keys(LABELS) as QueueFilter[]).map((show) => (
          <li>
            <a
              class="chip"
              href={queueAddress({ show, q: ask.q })}
              {...(show === ask.show ? { "aria-current": "true" as const } : {})}
            >
              {LABELS[show]} {ask.q === undefined && <span class="num">{number(counts[show])}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function Rows({ ask, queue, pageSize }: Props) {
  const { submissions, total, positions, nowMs } = queue;
  if (submissions.length === 0) {
    return (
      <p class="notice" data-key="rows-empty">
        {ask.q === undefined ? "There is nothing here." : "No submission matches."}{" "}
        <a href="/submit">Submit a skill</a>
      </p>
    );
  }
  return (
    <div data-key="rows" class="stack">
      <Scrolling label="Submissions">
        <table class="table">
          <thead>
            <tr>
              <th scope="col">Skill</th>
              <th scope="col">State</th>
              <th scope="col">Place</th>
              <th scope="col">Age</th>
              <th scope="col">Score</th>
              <th scope="col">Changed</th>
            </tr>
          </thead>
          <tbody>
            {submissions.map((row) => (
              <tr data-key={row.id}>
                <td>
                  <a href={`/submissions/${row.id}`}>
                    <Visible text={row.skillName || row.skillPath || "unnamed"} />
                  </a>
                  <div class="tiny muted">{row.repoUrl}</div>
                </td>
                <td>
                  <StateBadge state={row.state} />
                </td>
                <td class="num">{positions.get(row.id) ?? "–"}</td>
                <td class="num">
                  {row.createdAt === undefined ? "–" : duration(nowMs - Date.parse(row.createdAt))}
                </td>
                <td class="num">{row.score ?? "–"}</td>
                <td>
                  <When at={row.updatedAt} now={nowMs} />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scrolling>
      <Pager
        page={ask.page}
        pages={Math.ceil(total / pageSize)}
        href={(page) => queueAddress({ ...ask, page })}
      />
    </div>
  );
}
