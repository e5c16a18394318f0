/** The engine's version: part of every report; a change of behaviour changes it. */
export const ENGINE_VERSION = "0.14.0";
