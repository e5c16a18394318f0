/** How messages are phrased: act, object and host, and the steps of a flow from source to sink. */
import type { Finding, FlowStep } from "./report.ts";

interface Act {
  /** A verb with its subject left out: "Sends". */
  readonly act: string;
  readonly object: string;
  /** The host that receives something; empty where it is not known. */
  readonly to?: string;
  /** The host that something comes from; empty where it is not known. */
  readonly from?: string;
}

/** "Sends the contents of .env to collect.example.net." */
export function actMessage({ act, object, to, from }: Act): string {
  const host = to ?? from;
  if (host === undefined) return `${act} ${object}.`;
  return `${act} ${object} ${to === undefined ? "from" : "to"} ${host || "a host that the program computes"}.`;
}

/** "scripts/preflight.py:9 → :23" */
export function arrowOf(path: readonly FlowStep[]): string {
  return path
    .map(({ file, line }, i) => `${path[i - 1]?.file === file ? "" : file}:${line}`)
    .filter((place, i, places) => place !== places[i - 1])
    .join(" → ");
}

/** The message with its flow. Steps that do not end at the finding are no flow. */
export function messageWithFlow({ message, path, file, line }: Finding): string {
  const sink = path.at(-1);
  const isFlow = path.length > 1 && sink?.file === file && sink.line === line;
  const places = new Set(path.map((step) => `${step.file}:${step.line}`));
  if (!isFlow || places.size < 2) return message;
  return message.endsWith(".")
    ? `${message.slice(0, -1)} (${arrowOf(path)}).`
    : `${message} (${arrowOf(path)})`;
}
