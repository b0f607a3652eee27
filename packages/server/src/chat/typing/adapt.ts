import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { shownTopic } from '../topics/name.ts';

type Typing = Extract<EventPayload, { type: 'typing' }>;
type TypingEdit = Extract<EventPayload, { type: 'typing_edit_message' }>;

/** Clients without `stream_typing_notifications` receive only typing events of direct messages. */
export function adaptTypingEvent(event: Typing, clientOptions: ClientOptions): Typing[] {
  if (event.topic === undefined) return [event];
  return clientOptions.capabilities.stream_typing_notifications === true
    ? [{ ...event, topic: shownTopic(event.topic, clientOptions) }]
    : [];
}

export function adaptTypingEditEvent(event: TypingEdit, clientOptions: ClientOptions): TypingEdit[] {
  return event.recipient.type === 'direct' || clientOptions.capabilities.stream_typing_notifications === true
    ? [event]
    : [];
}
