import type { Message } from '@parley/contract/objects/message.ts';

/** Where an answer to a message goes, for `sendMessage`: the same topic, or the same people. */
export type Place =
  | { readonly type: 'channel'; readonly to: number; readonly topic: string }
  | { readonly type: 'direct'; readonly to: number[] };

type Addressed = Pick<Message, 'stream_id' | 'subject' | 'display_recipient'>;

export const replyTo = ({ stream_id: channel, subject, display_recipient: people }: Addressed): Place =>
  channel === undefined
    ? { type: 'direct', to: typeof people === 'string' ? [] : people.map(({ id }) => id) }
    : { type: 'channel', to: channel, topic: subject };
