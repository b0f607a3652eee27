import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from '../queues/wishes.ts';

type EmojiEvent = Extract<EventPayload, { type: 'realm_emoji' }>;

/** Every change is told twice: what changed, and everything; each client hears what it understands. */
export const fitEmoji = (event: EmojiEvent, wishes: Wishes): readonly EventPayload[] =>
  (event.op === 'update') === (wishes.capabilities.individual_emoji_changes !== true) ? [event] : [];
