import type { EventPayload } from '@parley/contract/events.ts';
import { adaptReactionType } from '../../organization/emoji/adapt.ts';
import type { LoggedReaction } from '../../engine/log/logged-event.ts';
import { presentUnknown } from '../../organization/users/present.ts';
import type { Personal } from '../../delivery/event-adapter.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

/** Adapts a reaction to the client. Guests who may not see the user receive a placeholder instead of the name. */
export function adaptReactionEvent(
  { hidden, ...logged }: LoggedReaction,
  { isPublicClient = false }: ClientOptions,
  { isStranger = false }: Personal,
): readonly EventPayload[] {
  const event = adaptReactionType(logged, isPublicClient);
  if (hidden === undefined || !isStranger) return [event];
  const { user_id, email, full_name } = presentUnknown(event.user_id, hidden.domain);
  return [{ ...event, user: { user_id, email, full_name } }];
}
