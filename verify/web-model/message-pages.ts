import type { Message } from '@parley/client';

/** The part of a request for messages that pages of the web client use. */
export type PageArguments = {
  readonly narrow?: unknown;
  readonly anchor?: string;
  readonly num_before?: number;
  readonly num_after?: number;
  readonly include_anchor?: boolean;
  readonly message_ids?: readonly number[];
};

/** The server's number for "no anchor", which is larger than every id. */
const NO_ANCHOR = 10_000_000_000_000_000;

/** A page of the messages of one narrow, by the rules of the real server. */
export function pageOf(messages: readonly Message[], args: PageArguments): object {
  const { anchor = 'newest', num_before: before = 0, num_after: after = 0, message_ids: ids } = args;
  if (ids !== undefined) return { messages: messages.filter(({ id }) => ids.includes(id)) };
  const at = anchorId(messages, anchor);
  const older = messages.filter(({ id }) => id < at);
  const newer = messages.filter(({ id }) => id > at);
  const own = args.include_anchor === false ? [] : messages.filter(({ id }) => id === at);
  return {
    messages: [...older.slice(Math.max(0, older.length - before)), ...own, ...newer.slice(0, after)],
    anchor: at,
    found_oldest: at === 0 || older.length < before,
    found_newest: at === NO_ANCHOR || newer.length < after,
  };
}

function anchorId(messages: readonly Message[], anchor: string): number {
  switch (anchor) {
    case 'newest':
      return NO_ANCHOR;
    case 'oldest':
      return 0;
    case 'first_unread':
      return messages.find(({ flags }) => !flags.includes('read'))?.id ?? NO_ANCHOR;
    default:
      return Number(anchor);
  }
}
