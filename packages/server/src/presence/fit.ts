import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from '../queues/wishes.ts';

type PresenceEvent = Extract<EventPayload, { type: 'presence' }>;

/** It is told in all forms at once; each client gets the one that it asked for. */
export const fitPresence = (event: PresenceEvent, wishes: Wishes): PresenceEvent[] => {
  const { type, presences, email, ...slim } = event;
  if (wishes.capabilities.simplified_presence_events === true)
    return [{ type, ...(presences === undefined ? {} : { presences }) }];
  return [{ type, ...slim, ...(wishes.slimPresence || email === undefined ? {} : { email }) }];
};
