/** Name of the cron tick that the embedded server sends once it has started. It is not a cron expression. */
export const STARTUP_TICK = "@startup";
