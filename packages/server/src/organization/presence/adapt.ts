import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type PresenceEvent = Extract<EventPayload, { type: 'presence' }>;

/** The logged event has every format; each client receives the format of its options. */
export function adaptPresenceEvent(event: PresenceEvent, clientOptions: ClientOptions): PresenceEvent[] {
  const { type, presences, email, ...slim } = event;
  if (clientOptions.capabilities.simplified_presence_events === true)
    return [{ type, ...(presences === undefined ? {} : { presences }) }];
  return [{ type, ...slim, ...(clientOptions.slimPresence || email === undefined ? {} : { email }) }];
}
