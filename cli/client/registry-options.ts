/** The options of every command that calls a registry. */
import { settings } from "../../src/domain/settings.ts";
import type { Options } from "../options.ts";

export const registryOptions = {
  registry: {
    value: "URL",
    help: `the registry (default $VSKILL_REGISTRY or ${settings.VSKILL_REGISTRY.default})`,
  },
  token: { value: "TOKEN", help: "your token (default $VSKILL_TOKEN)" },
} as const satisfies Options;
