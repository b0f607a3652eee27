import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import type { registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import type { QueueNarrowTerm } from '@parley/contract/objects/narrow.ts';
import type { Connection } from './connection.ts';
import { follow, type FollowOptions } from './event-loop.ts';
import { history } from './history.ts';
import { toMessage, type Message } from './message.ts';

export type MessageStreamOptions = Omit<FollowOptions, 'register'> & {
  /** Only messages that match all of these terms, such as `['channel', 'general']`. */
  readonly narrow?: readonly Readonly<QueueNarrowTerm>[];
  /** Begins behind the message with this id instead of now: messages sent in the meantime come first. */
  readonly after?: number;
  /** HTML instead of Markdown. */
  readonly html?: boolean;
  /** Also the messages of public channels to which one is not subscribed. */
  readonly allPublicChannels?: boolean;
};

/** A message, an event of another kind, or a registration, before which events of other kinds may be missing. */
export type MessageNews =
  | { readonly kind: 'message'; readonly message: Message }
  | { readonly kind: 'event'; readonly event: WireEvent }
  | { readonly kind: 'registered' };

const CATCH_UP_PAGE_SIZE = 1000;

/**
 * Every message that reaches the caller, once and in order, even when the server had to forget the queue: messages
 * sent in the meantime are fetched. A message counts as processed when the next one is asked for.
 */
export async function* messageStream(
  connection: Connection,
  options: MessageStreamOptions = {},
): AsyncGenerator<Message, void> {
  for await (const news of messageNews(connection, [], options))
    if (news.kind === 'message') yield news.message;
}

/** The same, with events of other kinds in between. */
export async function* messageNews(
  connection: Connection,
  eventTypes: readonly string[],
  { narrow = [], after, html = false, allPublicChannels, ...options }: MessageStreamOptions = {},
): AsyncGenerator<MessageNews, void> {
  const register: ArgumentsOf<typeof registerQueue> = {
    event_types: ['message', ...eventTypes],
    apply_markdown: html,
    narrow: narrow as QueueNarrowTerm[],
    client_gravatar: false,
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    ...(allPublicChannels === undefined ? {} : { all_public_streams: allPublicChannels }),
  };
  // Ids of messages rise with time, so the last one says which are still to come.
  let last = after;
  for await (const news of follow(connection, { ...options, register })) {
    if (news.kind === 'snapshot') {
      yield { kind: 'registered' };
      if (last === undefined) last = news.state.max_message_id ?? 0;
      else
        for await (const message of history(connection, {
          ...options,
          narrow,
          html,
          direction: 'newer',
          from: last,
          pageSize: CATCH_UP_PAGE_SIZE,
          patienceMilliseconds: Infinity,
        })) {
          yield { kind: 'message', message };
          last = message.id;
        }
    } else if (news.event.type !== 'message') yield { kind: 'event', event: news.event };
    else if (news.event.message.id > (last ?? 0)) {
      yield { kind: 'message', message: toMessage(news.event.message, news.event.flags) };
      last = news.event.message.id;
    }
  }
}
