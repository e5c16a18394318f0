/** The version of the app, from the one place that defines it. */
import manifest from "../package.json" with { type: "json" };

export const APP_VERSION: string = manifest.version;
