import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from '../queues/wishes.ts';
import { shownTopic } from '../topics/name.ts';

type Typing = Extract<EventPayload, { type: 'typing' }>;
type TypingEdit = Extract<EventPayload, { type: 'typing_edit_message' }>;

/** Of channels only those clients hear that can tell them from direct messages. */
export const fitTyping = (event: Typing, wishes: Wishes): Typing[] => {
  if (event.topic === undefined) return [event];
  return wishes.capabilities.stream_typing_notifications === true
    ? [{ ...event, topic: shownTopic(event.topic, wishes) }]
    : [];
};

export const fitTypingEdit = (event: TypingEdit, wishes: Wishes): TypingEdit[] =>
  event.recipient.type === 'direct' || wishes.capabilities.stream_typing_notifications === true
    ? [event]
    : [];
