import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Connection } from './connection.ts';
import { toMessage, type Message } from './message.ts';
import { repeat, type RepeatOptions } from './repeat.ts';

export type HistoryOptions = Omit<RepeatOptions, 'file' | 'onProgress' | 'key' | 'isHarmless'> & {
  /** Only messages that match all of these terms, such as `['channel', 'general']`. */
  readonly narrow?: readonly Readonly<NarrowTerm>[];
  /** `older` begins at the newest message and goes back, which is the default; `newer` begins at the oldest. */
  readonly direction?: 'older' | 'newer';
  /** Id of a message behind which to begin, in the chosen direction. The message itself is left out. */
  readonly from?: number;
  /** Messages in a request; at most 5,000. */
  readonly pageSize?: number;
  /** HTML instead of Markdown. */
  readonly html?: boolean;
};

const PAGE_SIZE = 100;

/** Messages in either direction. A page is fetched when the loop has used up the one before. */
export async function* history(
  connection: Connection,
  {
    narrow = [],
    direction = 'older',
    from,
    pageSize = PAGE_SIZE,
    html = false,
    ...options
  }: HistoryOptions = {},
): AsyncGenerator<Message, void> {
  const isOlder = direction === 'older';
  let last = from;
  for (let isAll = false; !isAll;) {
    const page = await repeat(
      connection,
      getMessages,
      {
        anchor: last === undefined ? (isOlder ? 'newest' : 'oldest') : String(last),
        include_anchor: last === undefined,
        ...(isOlder ? { num_before: pageSize } : { num_after: pageSize }),
        narrow: narrow as NarrowTerm[],
        apply_markdown: html,
        allow_empty_topic_name: true,
        client_gravatar: false,
      },
      options,
    );
    const messages = isOlder ? page.messages.toReversed() : page.messages;
    for (const message of messages) yield toMessage(message);
    last = messages.at(-1)?.id ?? last;
    isAll = (isOlder ? page.found_oldest : page.found_newest) || messages.length === 0;
  }
}
