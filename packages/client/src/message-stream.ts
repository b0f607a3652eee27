import type { ArgumentsOf, ResultOf } from '@parley/contract/endpoint.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import type { registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { FetchedMessage } from '@parley/contract/objects/message.ts';
import type { Connection } from './connection.ts';
import { follow, type FollowOptions } from './event-loop.ts';
import { repeat } from './repeat.ts';

export type MessageStreamOptions = Omit<FollowOptions, 'register'> & {
  /** Only messages that match all of these terms, such as `['channel', 'general']`. */
  readonly narrow?: readonly (readonly [operator: string, operand: string])[];
  /** Begins behind the message with this id instead of now: what came while nobody listened comes first. */
  readonly after?: number;
  /** HTML instead of Markdown. */
  readonly html?: boolean;
  /** Also the messages of public channels to which one is not subscribed. */
  readonly allPublicChannels?: boolean;
};

const AT_ONCE = 1000;

/**
 * Every message that reaches the caller, once and in order, even when the server had to forget the queue: what came
 * meanwhile is fetched. A message counts as processed when the next one is asked for.
 */
export async function* messageStream(
  connection: Connection,
  { narrow = [], after, html = false, allPublicChannels, ...options }: MessageStreamOptions = {},
): AsyncGenerator<FetchedMessage, void> {
  const terms = narrow.map(([operator, operand]): [string, string] => [operator, operand]);
  const register: ArgumentsOf<typeof registerQueue> = {
    event_types: ['message'],
    apply_markdown: html,
    narrow: terms,
    client_gravatar: false,
    client_capabilities: { notification_settings_null: true, empty_topic_name: true },
    ...(allPublicChannels === undefined ? {} : { all_public_streams: allPublicChannels }),
  };
  // Ids of messages rise with time, so the last one says what is still to come.
  let last = after;
  for await (const news of follow(connection, { ...options, register })) {
    if (news.kind === 'snapshot') {
      if (last === undefined) last = news.state.max_message_id ?? 0;
      else
        for await (const message of messagesBehind(connection, last, terms, html, options)) {
          yield message;
          last = message.id;
        }
    } else if (news.event.type === 'message' && news.event.message.id > (last ?? 0)) {
      yield { ...news.event.message, flags: news.event.flags };
      last = news.event.message.id;
    }
  }
}

async function* messagesBehind(
  connection: Connection,
  anchor: number,
  narrow: [string, string][],
  html: boolean,
  options: Pick<FollowOptions, 'signal' | 'backoff' | 'clock' | 'random'>,
): AsyncGenerator<FetchedMessage, void> {
  for (let from = anchor, isAll = false; !isAll;) {
    const page: ResultOf<typeof getMessages> = await repeat(
      connection,
      getMessages,
      {
        anchor: String(from),
        include_anchor: false,
        num_after: AT_ONCE,
        narrow,
        apply_markdown: html,
        allow_empty_topic_name: true,
        client_gravatar: false,
      },
      { ...options, patienceMilliseconds: Infinity },
    );
    for (const message of page.messages) yield message;
    from = page.messages.at(-1)?.id ?? from;
    isAll = page.found_newest;
  }
}
