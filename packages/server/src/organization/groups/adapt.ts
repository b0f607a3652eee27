import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type GroupEvent = Extract<EventPayload, { type: 'user_group' }>;

/**
 * Clients that know of deactivated groups hear that one was deactivated or is back; for all others it goes and
 * comes. In the log a group that is back is added as the deactivated group that it was, and a new name of a
 * deactivated group stands beside that mark.
 */
export function adaptGroupEvent(event: GroupEvent, clientOptions: ClientOptions): readonly EventPayload[] {
  return clientOptions.capabilities.include_deactivated_groups === true
    ? forKnowing(event)
    : forOthers(event);
}

function forKnowing(event: GroupEvent): readonly EventPayload[] {
  if (event.op === 'add' && event.group.deactivated)
    return [{ type: 'user_group', op: 'update', group_id: event.group.id, data: { deactivated: false } }];
  if (event.op === 'update' && event.data.name !== undefined)
    return [{ ...event, data: { name: event.data.name } }];
  return [event];
}

function forOthers(event: GroupEvent): readonly EventPayload[] {
  if (event.op === 'add') return [{ ...event, group: { ...event.group, deactivated: false } }];
  if (event.op !== 'update' || event.data.deactivated !== true) return [event];
  if (event.data.name !== undefined) return [];
  return [{ type: 'user_group', op: 'remove', group_id: event.group_id }];
}
