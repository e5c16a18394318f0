/** The name of the installation key that signs sessions. A backup leaves the key out, so that no copy can make sessions. */
export const SESSION_KEY = "sessions";
