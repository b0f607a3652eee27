/** A session that is not used for this long ends, unless its organization has a shorter limit. */
export const SESSION_IDLE_DAYS = 14;
/** A session ends after this time, however often it is used, unless its organization has a shorter limit. */
export const MAX_SESSION_DAYS = 90;
