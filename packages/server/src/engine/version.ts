/** The release, in the numbering that clients of the API compare: the level decides, this is for users. */
export const VERSION = '0.1.0';
export const MERGE_BASE = VERSION;
