/**
 * A log entry for the nodes rather than the clients. It takes effect at its log position on every node: no event after
 * a revocation reaches an open poll.
 */
export type ControlEntry =
  /** The user's e-mail address changed, which is part of every API key: open polls with a key end with UNAUTHORIZED. */
  | { readonly notice: 'credentials'; readonly user_id: number }
  /** A credential (a session of a browser, or an API key) ended: its open polls end with UNAUTHORIZED, and its queues. */
  | { readonly notice: 'session'; readonly user_id: number; readonly session_id: number }
  /** All queues of the user were deleted: waiting polls on them end, and the client registers a new one. */
  | { readonly notice: 'queues-gone'; readonly user_id: number }
  /** The organization was deactivated: every open poll ends. */
  | { readonly notice: 'organization-closed' }
  /** Users were subscribed to a channel or unsubscribed from it. */
  | {
      readonly notice: 'subscribed' | 'unsubscribed';
      readonly channel_id: number;
      readonly user_ids: readonly number[];
    }
  | { readonly notice: 'role'; readonly user_id: number; readonly role: number }
  /** The position is the id of a message from another chat. All queues end before users reach it. */
  | { readonly notice: 'imported' };
