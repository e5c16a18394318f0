/** A table with column headings that scrolls sideways inside the page. */
import type { Child } from "hono/jsx";
import { Scrolling } from "./scrolling.tsx";

export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => Child;
  /** Digits of equal width. */
  readonly numeric?: boolean;
}

interface Props<Row> {
  /** Names the table for screen readers. */
  readonly label: string;
  readonly columns: readonly Column<Row>[];
  readonly rows: readonly Row[];
  /** Key of a row for live updates; without it the table is replaced as a whole. */
  readonly keyOf?: (row: Row) => string;
}

export function Table<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  return (
    <Scrolling label={label}>
      <table class="table">
        <thead>
          <tr>
            {columns.map(({ heading }) => (
              <th scope="col">{heading}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr {...(keyOf === undefined ? {} : { "data-key": keyOf(row) })}>
              {columns.map(({ cell, numeric }) => (
                <td {...(numeric === true ? { class: "num" } : {})}>{cell(row)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </Scrolling>
  );
}
