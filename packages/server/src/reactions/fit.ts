import type { EventPayload } from '@parley/contract/events.ts';
import { fitReactionType } from '../emoji/fit.ts';
import type { LoggedReaction } from '../log/logged-event.ts';
import { presentUnknown } from '../people/present.ts';
import type { Personal } from '../queues/event-adapter.ts';
import type { Wishes } from '../queues/wishes.ts';

/** A reaction as one kind of client receives it. Guests who may not see the user receive no name. */
export function fitReaction(
  { hidden, ...logged }: LoggedReaction,
  { isPublicClient = false }: Wishes,
  { isStranger = false }: Personal,
): readonly EventPayload[] {
  const event = fitReactionType(logged, isPublicClient);
  if (hidden === undefined || !isStranger) return [event];
  const { user_id, email, full_name } = presentUnknown(event.user_id, hidden.domain);
  return [{ ...event, user: { user_id, email, full_name } }];
}
