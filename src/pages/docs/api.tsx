/** `/docs/api`: the API reference, generated from the OpenAPI document. */
import { z } from "zod";
import type { PageContext } from "../page-response.tsx";
import { sendDocPage } from "./frame.tsx";

const parameterSchema = z.looseObject({
  name: z.string(),
  in: z.string(),
  required: z.boolean().optional(),
  description: z.string().optional(),
  schema: z
    .looseObject({
      type: z.union([z.string(), z.array(z.string())]).optional(),
      enum: z.array(z.unknown()).optional(),
    })
    .optional(),
});

const operationSchema = z.looseObject({
  summary: z.string().optional(),
  parameters: z.array(parameterSchema).optional(),
  requestBody: z.unknown().optional(),
  responses: z.record(z.string(), z.looseObject({ description: z.string().optional() })).optional(),
});

const documentSchema = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), operationSchema)),
});

type Operation = z.infer<typeof operationSchema>;

/** The page for an OpenAPI document. */
export function sendApiDocPage(c: PageContext, openApiDocument: unknown): Promise<Response> {
  const { paths } = documentSchema.parse(openApiDocument);
  const groups = groupsOf(paths);
  return sendDocPage(
    c,
    { title: "API", description: "Every endpoint of the API, with its parameters and responses." },
    <>
      <p class="lead">
        JSON over HTTP under <code>/api/v1</code>. Reading needs no token. OpenAPI document:{" "}
        <a href="/openapi.json">/openapi.json</a>.
      </p>
      <p class="small">
        All errors have the form <code>{'{"error", "message", "details"}'}</code>. Unknown parameters return
        400. Send the token as <code>Authorization: Bearer vsk_…</code>. Rate-limited requests return 429 with{" "}
        <code>Retry-After</code>.
      </p>
      {[...groups].map(([name, operations]) => (
        <section>
          <h2 id={name}>{name}</h2>
          {operations.map(([method, path, operation]) => (
            <Entry method={method} path={path} operation={operation} />
          ))}
        </section>
      ))}
    </>,
  );
}

type Listed = readonly [method: string, path: string, operation: Operation];

function groupsOf(paths: z.infer<typeof documentSchema>["paths"]): Map<string, Listed[]> {
  const groups = new Map<string, Listed[]>();
  for (const [path, methods] of Object.entries(paths)) {
    const name = /^\/api\/v1\/(admin|[a-z-]+)/.exec(path)?.[1] ?? "other";
    const listed = groups.get(name) ?? [];
    for (const [method, operation] of Object.entries(methods))
      listed.push([method.toUpperCase(), path, operation]);
    groups.set(name, listed);
  }
  return groups;
}

function Entry({ method, path, operation }: { method: string; path: string; operation: Operation }) {
  const parameters = operation.parameters ?? [];
  return (
    <details class="menu">
      <summary>
        <code>{`${method} ${path}`}</code>
        {operation.summary !== undefined && <span class="small muted">{` ${operation.summary}`}</span>}
      </summary>
      <div class="stack small mt-2">
        {parameters.length > 0 && (
          <ul>
            {parameters.map((parameter) => (
              <li>
                <code>{parameter.name}</code>{" "}
                <span class="muted">
                  {[
                    parameter.in,
                    parameter.required === true ? "required" : "optional",
                    typeOf(parameter),
                  ].join(", ")}
                </span>
                {parameter.description !== undefined && ` ${parameter.description}`}
              </li>
            ))}
          </ul>
        )}
        {operation.requestBody !== undefined && <p>JSON body; see the OpenAPI document for its schema.</p>}
        <ul>
          {Object.entries(operation.responses ?? {}).map(([status, { description }]) => (
            <li>
              <span class="num">{status}</span> {description ?? ""}
            </li>
          ))}
        </ul>
      </div>
    </details>
  );
}

function typeOf({ schema }: z.infer<typeof parameterSchema>): string {
  if (schema?.enum !== undefined) return schema.enum.map(String).join(" | ");
  return [schema?.type ?? "text"].flat().join(" or ");
}
