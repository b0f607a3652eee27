/**
 * What a transaction tells the nodes rather than the clients, in the log so that it takes effect at its
 * position on every node: nothing behind a revocation reaches an open poll.
 */
export type Notice =
  /** The user's credentials changed or ended: open polls are asked to authenticate again. */
  | { readonly notice: 'credentials'; readonly user_id: number }
  /** All queues of the user were deleted: waiting polls on them end, and the client registers anew. */
  | { readonly notice: 'queues-gone'; readonly user_id: number }
  /** The organization was deactivated: every open poll ends. */
  | { readonly notice: 'organization-closed' }
  /** Users came to a channel, or left it. */
  | {
      readonly notice: 'subscribed' | 'unsubscribed';
      readonly channel_id: number;
      readonly user_ids: readonly number[];
    }
  | { readonly notice: 'role'; readonly user_id: number; readonly role: number };
