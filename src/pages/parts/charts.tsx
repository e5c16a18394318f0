/** Plain SVG charts: bars per hour, and bars with labels. Each carries its numbers as text for screen readers. */
import { exactTime } from "./format.tsx";

interface Hour {
  readonly startsAt: number;
  readonly published: number;
  readonly rejected: number;
}

const WIDTH = 960;
const HEIGHT = 150;
/** Two lists of labelled bars fit side by side. */
const LIST_WIDTH = 480;

export function ThroughputChart({ hours }: { hours: readonly Hour[] }) {
  const most = Math.max(1, ...hours.map(({ published, rejected }) => published + rejected));
  const total = hours.reduce((sum, { published, rejected }) => sum + published + rejected, 0);
  const step = WIDTH / hours.length;
  const scale = (value: number) => (value / most) * (HEIGHT - 30);
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`${total} submissions finished in 24 hours, peak ${most} per hour`}
    >
      <line class="axis" x1="0" x2={WIDTH} y1={HEIGHT - 18} y2={HEIGHT - 18} />
      <text x="0" y="10">{`peak: ${most} per hour`}</text>
      {hours.map(({ startsAt, published, rejected }, index) => (
        <g>
          <title>{`${exactTime(startsAt)}: ${published} published, ${rejected} rejected`}</title>
          <rect
            class="bar"
            x={index * step + 2}
            width={step - 4}
            y={HEIGHT - 18 - scale(published)}
            height={scale(published)}
          />
          <rect
            class="bar-bad"
            x={index * step + 2}
            width={step - 4}
            y={HEIGHT - 18 - scale(published + rejected)}
            height={scale(rejected)}
          />
          {index % 6 === 0 && (
            <text x={index * step + 2} y={HEIGHT - 4}>
              {exactTime(startsAt).slice(11, 16)}
            </text>
          )}
        </g>
      ))}
    </svg>
  );
}

interface Bar {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
}

const ROW = 26;

export function BarList({
  bars,
  label,
  tone = "bar",
}: {
  bars: readonly Bar[];
  label: string;
  tone?: string;
}) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  const words = bars.map((bar) => `${bar.label}: ${bar.shown}`).join(", ");
  return (
    <svg
      class="chart"
      viewBox={`0 0 ${LIST_WIDTH} ${bars.length * ROW}`}
      role="img"
      aria-label={`${label}. ${words}`}
    >
      {bars.map((bar, index) => (
        <g>
          <text x="0" y={index * ROW + 16}>
            {bar.label}
          </text>
          <rect
            class={tone}
            x="170"
            y={index * ROW + 6}
            height="12"
            width={Math.max(2, (bar.value / most) * 220)}
          />
          <text x={176 + Math.max(2, (bar.value / most) * 220)} y={index * ROW + 16}>
            {bar.shown}
          </text>
        </g>
      ))}
    </svg>
  );
}
