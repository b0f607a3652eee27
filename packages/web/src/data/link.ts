/** Relation to the server. */
export type Link = {
  readonly status: 'starting' | 'live' | 'offline' | 'ended';
  /** Time of the last successful response, in Unix milliseconds. */
  readonly asOf: number;
  readonly error?: unknown;
};
