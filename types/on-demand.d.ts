/** What we use of packages that `npm ci` does not install (scripts/install-tools.ts): the type check has to know it. */
declare module "autocannon" {
  interface Options {
    url: string;
    connections: number;
    duration: number;
    requests: { method: "GET"; path: string }[];
  }
  interface Result {
    non2xx: number;
    errors: number;
    requests: { average: number };
    latency: { p99: number };
  }
  export default function autocannon(options: Options): Promise<Result>;
}

declare module "lighthouse" {
  interface Flags {
    port: number;
    output: "json";
    logLevel: "error";
    onlyCategories: string[];
    skipAudits: string[];
  }
  interface Report {
    runtimeError?: { message: string };
    categories: Record<string, { score: number | null } | undefined>;
  }
  export default function lighthouse(url: string, flags: Flags): Promise<{ lhr: Report } | undefined>;
}

declare module "lighthouse/core/config/default-config.js" {
  const config: { categories?: Record<string, { auditRefs: { id: string; weight: number }[] }> };
  export default config;
}

declare module "lighthouse/core/gather/gatherers/trace.js" {
  const trace: { getDefaultTraceCategories(): string[] };
  export default trace;
}

declare module "recheck" {
  interface Options {
    checker: "automaton";
    timeout: number;
    maxNFASize: number;
    maxPatternSize: number;
  }
  export function checkSync(source: string, flags: string, options: Options): { status: "safe" | "vulnerable" | "unknown" };
}
