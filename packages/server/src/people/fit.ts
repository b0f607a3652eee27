import type { EventPayload } from '@parley/contract/events.ts';
import type { Wishes } from '../queues/wishes.ts';
import { isUnknown } from './present.ts';

/** Clients that can do with a list that has holes are not told of people whom their person may not see. */
export const fitPeople = (event: EventPayload, wishes: Wishes): readonly EventPayload[] =>
  event.type === 'realm_user' &&
  event.op === 'add' &&
  isUnknown(event.person) &&
  wishes.capabilities.user_list_incomplete === true
    ? []
    : [event];
