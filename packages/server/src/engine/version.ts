/** The release, for display; clients compare the feature level instead. */
export const VERSION = '0.3.0';
export const MERGE_BASE = VERSION;
