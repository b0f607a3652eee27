import type { PollSession } from '../../delivery/end-waits.ts';
import type { UsedSession } from '../accounts.ts';
import type { World } from '../world.ts';

/** The session of a poll or stream, for the hub. */
export function pollSessionOf(
  { findAccount }: Pick<World, 'findAccount'>,
  session: UsedSession | undefined,
): PollSession | undefined {
  if (session === undefined) return undefined;
  return { id: session.id, isValid: async () => (await findAccount(session.lookup)) !== undefined };
}
