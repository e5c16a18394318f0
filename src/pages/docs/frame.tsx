/** The frame of the documentation: a list of its pages next to the text. */
import type { Child } from "hono/jsx";
import { type PageContext, sendPage } from "../page-response.tsx";

const DOCS = [
  ["/docs", "Getting started"],
  ["/docs/submitting", "Submitting a skill"],
  ["/docs/rules", "Rules"],
  ["/docs/api", "API"],
  ["/docs/self-hosting", "Self-host"],
] as const;

export interface DocPage {
  readonly title: string;
  readonly description: string;
}

export function sendDocPage(c: PageContext, { title, description }: DocPage, body: Child): Promise<Response> {
  const path = c.req.path;
  return sendPage(
    c,
    { title, description, canonical: path, cache: "steady" },
    <div class="wrap with-side side-first">
      <nav aria-label="Documentation">
        <ul class="stack small">
          {DOCS.map(([href, label]) => (
            <li>
              <a href={href} {...(href === path ? { "aria-current": "page" as const } : {})}>
                {label}
              </a>
            </li>
          ))}
        </ul>
      </nav>
      <div class="prose">
        <h1>{title}</h1>
        {body}
      </div>
    </div>,
  );
}
