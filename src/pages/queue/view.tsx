/** The queue as HTML. Rows carry keys, so that live updates change them in place and keep focus and selection. */

import { count, duration, number, When } from "../parts/format.tsx";
import { Pager } from "../parts/pager.tsx";
import { scoreColumn, skillColumn, stateColumn, updatedColumn } from "../parts/submission-columns.tsx";
import { type Column, Table } from "../parts/table.tsx";
import { Visible } from "../parts/visible.tsx";
import type { FILTERS, loadQueue, QueueFilter, QueueQuery } from "./queue.tsx";

type Queue = Awaited<ReturnType<typeof loadQueue>>;

interface Props {
  readonly query: QueueQuery;
  readonly queue: Queue;
  readonly pageSize: number;
}

const LABELS: Readonly<Record<keyof typeof FILTERS, string>> = {
  all: "All",
  active: "In progress",
  review: "In review",
  published: "Published",
  rejected: "Rejected",
  blocked: "Blocked",
  withdrawn: "Withdrawn",
};

export function queueAddress({ show, q, page }: Partial<QueueQuery>): string {
  const params = new URLSearchParams();
  if (show !== undefined && show !== "all") params.set("show", show);
  if (q !== undefined) params.set("q", q);
  if (page !== undefined && page > 1) params.set("page", String(page));
  const text = params.toString();
  return text === "" ? "/queue" : `/queue?${text}`;
}

export function QueueView({ query, queue, pageSize }: Props) {
  return (
    <div class="wrap stack-lg">
      <header class="stack">
        <h1>Queue</h1>
        <p class="lead">All submissions and their status.</p>
      </header>
      <form action="/queue" method="get" class="searchbar max-w-2xl">
        <input type="hidden" name="show" value={query.show} />
        <input
          class="input"
          type="search"
          name="q"
          value={query.q ?? ""}
          maxlength={100}
          aria-label="Search submissions"
          placeholder="Name, repository or submission ID"
        />
        <button class="btn" type="submit">
          Search
        </button>
      </form>
      {/* No automatic reload here: it would discard a half-typed search. */}
      <noscript>
        <p class="small muted">
          Live updates need scripts. <a href={queueAddress(query)}>Refresh</a>
        </p>
      </noscript>
      <div class="stack-lg" data-live="/api/v1/submissions/stream">
        <Health queue={queue} />
        <Filters query={query} queue={queue} />
        <Rows query={query} queue={queue} pageSize={pageSize} />
      </div>
    </div>
  );
}

function Health({ queue: { status, nowMs } }: { queue: Queue }) {
  return (
    <section aria-labelledby="health" class="card stack" data-key="health">
      <h2 id="health" class="text-lg">
        System status
      </h2>
      {status.paused !== null && (
        <p class="notice notice-wait">
          {`Paused for another ${remaining(status.paused.until, nowMs)}: `}
          <Visible text={status.paused.reason} />
        </p>
      )}
      <dl class="numbers">
        <Figure label="waiting" value={number(status.waiting)} />
        <Figure
          label="oldest in queue"
          value={status.oldestWaitingMs === null ? "–" : duration(status.oldestWaitingMs)}
        />
        <Figure label="finished in the last hour" value={number(status.finishedLastHour)} />
        <Figure label="stuck" value={number(status.stuck)} />
      </dl>
      <details>
        <summary class="small">Background jobs</summary>
        <ul class="small mt-2">
          {status.jobs.map(({ name, succeededAt, lastError }) => (
            <li>
              <strong>{name}</strong>{" "}
              {succeededAt === null ? <span class="bad">never succeeded</span> : <When at={succeededAt} />}
              {lastError !== null && <span class="bad"> last run failed</span>}
            </li>
          ))}
        </ul>
      </details>
    </section>
  );
}

/** "60 minutes", "1 minute". */
function remaining(until: string, nowMs: number): string {
  return count(Math.max(1, Math.ceil((Date.parse(until) - nowMs) / 60_000)), "minute");
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

/** The counts cover all submissions, so a search hides them (L35). */
function Filters({ query, queue: { stats } }: { query: QueueQuery; queue: Queue }) {
  const counts: Readonly<Record<QueueFilter, number>> = { ...stats, all: stats.total };
  return (
    <nav aria-label="Filter by state" data-key="filters">
      <ul class="row">
        {(Object.keys(LABELS) as QueueFilter[]).map((show) => (
          <li>
            <a
              class="chip"
              href={queueAddress({ show, q: query.q })}
              {...(show === query.show ? { "aria-current": "true" as const } : {})}
            >
              {LABELS[show]} {query.q === undefined && <span class="num">{number(counts[show])}</span>}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type Listed = Queue["submissions"][number];

const columnsOf = ({ positions, nowMs }: Queue): readonly Column<Listed>[] => [
  skillColumn("/submissions"),
  stateColumn,
  { heading: "Position", numeric: true, cell: ({ id }) => positions.get(id) ?? "–" },
  {
    heading: "Age",
    numeric: true,
    cell: ({ createdAt }) => (createdAt === undefined ? "–" : duration(nowMs - Date.parse(createdAt))),
  },
  scoreColumn,
  updatedColumn,
];

function Rows({ query, queue, pageSize }: Props) {
  if (queue.submissions.length === 0) {
    return (
      <p class="notice" data-key="rows-empty">
        {query.q === undefined ? "No submissions." : "No submissions match."}{" "}
        <a href="/submit">Submit a skill</a>
      </p>
    );
  }
  return (
    <div data-key="rows" class="stack">
      <Table label="Submissions" columns={columnsOf(queue)} rows={queue.submissions} keyOf={({ id }) => id} />
      <Pager
        page={query.page}
        pages={Math.ceil(queue.total / pageSize)}
        href={(page) => queueAddress({ ...query, page })}
      />
    </div>
  );
}
