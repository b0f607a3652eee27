import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';
import { isUnknown } from './present.ts';

/** Clients that can do with a list that has holes are not told of users whom their user may not see. */
export function adaptUserEvent(event: EventPayload, clientOptions: ClientOptions): readonly EventPayload[] {
  return event.type === 'realm_user' &&
    event.op === 'add' &&
    isUnknown(event.person) &&
    clientOptions.capabilities.user_list_incomplete === true
    ? []
    : [event];
}
