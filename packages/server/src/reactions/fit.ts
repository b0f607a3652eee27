import type { EventPayload } from '@parley/contract/events.ts';
import type { LoggedReaction } from '../log/logged-event.ts';
import { presentUnknown } from '../people/present.ts';
import type { Personal } from '../queues/event-adapter.ts';

/** A reaction as one kind of client receives it. Guests who may not see the user receive no name. */
export function fitReaction(
  { hidden, ...event }: LoggedReaction,
  { isStranger = false }: Personal,
): readonly EventPayload[] {
  if (hidden === undefined || !isStranger) return [event];
  const { user_id, email, full_name } = presentUnknown(event.user_id, hidden.domain);
  return [{ ...event, user: { user_id, email, full_name } }];
}
