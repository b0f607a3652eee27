import type { EventPayload } from '@parley/contract/events.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type GroupEvent = Extract<EventPayload, { type: 'user_group' }>;

/**
 * Clients with `include_deactivated_groups` receive updates of `deactivated`; for other clients the group is removed
 * and added. In the log, a reactivation is an `add` of the deactivated group, and a new name of a deactivated group
 * comes with `deactivated: true`.
 */
export function adaptGroupEvent(event: GroupEvent, clientOptions: ClientOptions): readonly EventPayload[] {
  return clientOptions.capabilities.include_deactivated_groups === true
    ? withDeactivated(event)
    : withoutDeactivated(event);
}

function withDeactivated(event: GroupEvent): readonly EventPayload[] {
  if (event.op === 'add' && event.group.deactivated)
    return [{ type: 'user_group', op: 'update', group_id: event.group.id, data: { deactivated: false } }];
  if (event.op === 'update' && event.data.name !== undefined)
    return [{ ...event, data: { name: event.data.name } }];
  return [event];
}

function withoutDeactivated(event: GroupEvent): readonly EventPayload[] {
  if (event.op === 'add') return [{ ...event, group: { ...event.group, deactivated: false } }];
  if (event.op !== 'update' || event.data.deactivated !== true) return [event];
  if (event.data.name !== undefined) return [];
  return [{ type: 'user_group', op: 'remove', group_id: event.group_id }];
}
