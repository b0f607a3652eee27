import type { WireMessage } from '@parley/contract/objects/message.ts';

/** Where an answer to a message goes, for `sendMessage`: the same topic, or the same users. */
export type ReplyTarget =
  | { readonly type: 'channel'; readonly to: number; readonly topic: string }
  | { readonly type: 'direct'; readonly to: number[] };

export function replyTo(message: WireMessage): ReplyTarget {
  return message.type === 'stream'
    ? { type: 'channel', to: message.stream_id, topic: message.subject }
    : { type: 'direct', to: message.display_recipient.map(({ id }) => id) };
}
