/** The release, for display; clients compare the feature level instead. */
export const VERSION = '0.4.0-dev';
export const MERGE_BASE = VERSION;
