/** Reports sooner after the last stored one are not stored. */
export const MIN_REPORT_INTERVAL_MS = 55_000;

/** Clients show a user as offline after this time without a report. */
export const OFFLINE_MS = 200_000;

/** A user inactive for longer is published as returning; clients report every 60 seconds. */
export const RETURN_AFTER_MS = OFFLINE_MS - 60_000 - 10_000;

/** The age of the last report of a user who disables presence: every client shows the user as offline. */
export const HIDDEN_OFFSET_MS = OFFLINE_MS + MIN_REPORT_INTERVAL_MS + 10_000;

/** In the older format, a user counts as active if last active within this time before the last report. */
export const LEGACY_ACTIVE_MS = 70_000;

/** Default max age of returned presence. */
export const DEFAULT_HISTORY_DAYS = 14;
