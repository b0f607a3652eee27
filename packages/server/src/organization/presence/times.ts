/** Reports closer to the last one are not worth a change. */
export const MIN_REPORT_INTERVAL_MS = 55_000;

/** Clients take somebody for gone after this time without a report. */
export const OFFLINE_MS = 200_000;

/** Who was away for longer comes back, and others are told: clients report every 60 seconds. */
export const RETURN_AFTER_MS = OFFLINE_MS - 60_000 - 10_000;

/** Who becomes invisible looks as if gone for so long: surely offline for every client. */
export const HIDDEN_OFFSET_MS = OFFLINE_MS + MIN_REPORT_INTERVAL_MS + 10_000;

/** In the older form somebody counts as active for so long before the last report of a device. */
export const LEGACY_ACTIVE_MS = 70_000;

/** The oldest presence that is answered, unless the client says otherwise. */
export const DEFAULT_HISTORY_DAYS = 14;
