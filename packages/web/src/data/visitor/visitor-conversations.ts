import type { Client, Message, NarrowTerm } from '@parley/client';
import { previewText } from '../derived/preview-text.ts';

type Read = Client['getMessages'];
type Summaries = Awaited<ReturnType<Client['getConversations']>>;
type Summary = Summaries['conversations'][number];

/** Newest messages that summaries are made of; topics whose last message is older have none. */
const MAX_READ_MESSAGES = 200;
const MAX_SENDERS = 3;

/** The summaries of conversations, from messages: the operation for them is answered only to accounts. */
export function visitorConversations(getMessages: Read): Client['getConversations'] {
  return async (args) => {
    const names = args?.conversations?.flatMap((name) => ('stream_id' in name ? [name.stream_id] : []));
    const channels = [...new Set(names)];
    const [only] = channels;
    const narrow: NarrowTerm[] =
      channels.length === 1 && only !== undefined ? [{ operator: 'channel', operand: only }] : [];
    const { messages } = await getMessages({
      narrow,
      anchor: 'newest',
      num_before: MAX_READ_MESSAGES,
      num_after: 0,
      apply_markdown: true,
      client_gravatar: false,
      allow_empty_topic_name: true,
    });
    return { conversations: summariesOf(messages), found_oldest: true };
  };
}

function summariesOf(messages: readonly Message[]): Summary[] {
  const found = new Map<string, Summary>();
  for (const message of messages.toReversed()) {
    const { channel, topic } = message;
    if (channel === undefined || topic === undefined) continue;
    const key = `${channel.id}:${topic.toLowerCase()}`;
    const newer = found.get(key);
    if (newer === undefined)
      found.set(key, {
        type: 'stream',
        stream_id: channel.id,
        topic,
        max_id: message.id,
        timestamp: message.timestamp,
        sender_id: message.sender_id,
        preview: previewText(message.content),
        sender_ids: [message.sender_id],
      });
    else if (newer.sender_ids.length < MAX_SENDERS && !newer.sender_ids.includes(message.sender_id))
      found.set(key, { ...newer, sender_ids: [...newer.sender_ids, message.sender_id] });
  }
  return [...found.values()];
}
