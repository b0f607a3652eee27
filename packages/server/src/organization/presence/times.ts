/** Reports sooner after the last stored one are not stored. */
export const MIN_REPORT_INTERVAL_MS = 55_000;

/**
 * Clients show a user as offline after this time. A user who stays is told to clients at least every 180 seconds
 * (`note_presence`), and they ask every 60; in large organizations changes wait for up to 10 more.
 */
export const OFFLINE_MS = 300_000;

/** A user inactive for longer is published as returning: clients may know times that are three minutes older. */
export const RETURN_AFTER_MS = 130_000;

/** The age of the last report of a user who disables presence: every client shows the user as offline. */
export const HIDDEN_OFFSET_MS = OFFLINE_MS + MIN_REPORT_INTERVAL_MS + 10_000;

/** In the older format, a user counts as active if last active within this time before the last report. */
export const LEGACY_ACTIVE_MS = 70_000;

/** Default max age of returned presence. */
export const DEFAULT_HISTORY_DAYS = 14;
