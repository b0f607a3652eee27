import type { Conversation } from '../narrow/narrow.ts';

type Destination =
  | { readonly type: 'channel'; readonly to: number; readonly topic: string }
  | { readonly type: 'direct'; readonly to: number[] };

/** A conversation as arguments of a send. */
export function destinationArguments(conversation: Conversation, selfId: number): Destination {
  return conversation.kind === 'topic'
    ? { type: 'channel', to: conversation.channelId, topic: conversation.topic }
    : { type: 'direct', to: conversation.userIds.length === 0 ? [selfId] : [...conversation.userIds] };
}

/** `crypto.randomUUID` is missing on pages without TLS. */
export function randomKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('');
}
