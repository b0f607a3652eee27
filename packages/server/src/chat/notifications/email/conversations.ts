import type { PresentedMessage } from '../../messages/present.ts';

/** Unread messages of one conversation, in the order of their ids. */
export type ConversationMessages = readonly [PresentedMessage, ...PresentedMessage[]];

/** Groups messages by conversation. The conversation whose newest message is the oldest comes first. */
export function byConversation(messages: readonly PresentedMessage[]): ConversationMessages[] {
  const groups = [...Map.groupBy(messages, keyOf).values()];
  const newestOf = (group: readonly PresentedMessage[]): number => group.at(-1)?.message.id ?? 0;
  return groups
    .toSorted((a, b) => newestOf(a) - newestOf(b))
    .flatMap(([first, ...rest]) => (first === undefined ? [] : [[first, ...rest] as const]));
}

function keyOf({ message }: PresentedMessage): string {
  return message.type === 'stream'
    ? `${message.recipient_id} ${message.subject.toLowerCase()}`
    : `${message.recipient_id}`;
}
