/** A session that is not used for this long ends. */
export const SESSION_IDLE_DAYS = 14;
/** A session ends after this time, however often it is used. */
export const MAX_SESSION_DAYS = 90;
