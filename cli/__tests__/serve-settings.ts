/** The settings of `serve` for a command line and an environment, as the command itself resolves them. */
import { resolveSettings, type Settings, serveOptions } from "../embedded/settings.ts";
import { parseOptions } from "../options.ts";

type Environment = Readonly<Record<string, string>>;

function resolve(argv: readonly string[], env: Environment): { settings: Settings; problems: string[] } {
  const { values, problems } = parseOptions(argv, serveOptions);
  const resolved = resolveSettings(values, env);
  return { settings: resolved.settings, problems: [...problems, ...resolved.problems] };
}

export function settingsOf(argv: readonly string[], env: Environment = {}): Settings {
  const { settings, problems } = resolve(argv, env);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  return settings;
}

export const problemsOf = (argv: readonly string[], env: Environment = {}): string[] =>
  resolve(argv, env).problems;
