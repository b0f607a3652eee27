import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { isUnknown } from './present.ts';

/** Drops placeholder users for clients with the `user_list_incomplete` capability. */
export function adaptUserEvent(event: EventPayload, clientOptions: ClientOptions): readonly EventPayload[] {
  return event.type === 'realm_user' &&
    event.op === 'add' &&
    isUnknown(event.person) &&
    clientOptions.capabilities.user_list_incomplete === true
    ? []
    : [event];
}
