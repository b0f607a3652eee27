import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { SubscriptionPair } from './add-subscribers.ts';

/** Records whom a user subscribed or unsubscribed, beside the user's own account. */
export function recordMembers(
  tx: Tx,
  me: Pick<UserRow, 'id'>,
  change: 'added' | 'removed',
  pairs: readonly Pick<SubscriptionPair, 'user' | 'channel'>[],
): void {
  const others = pairs.filter(({ user }) => user.id !== me.id);
  for (const [id, members] of Map.groupBy(others, ({ channel }) => channel.id))
    tx.record({
      action: 'channel.members-changed',
      object: { type: 'channel', id },
      after: { [change]: members.map(({ user }) => user.id) },
    });
}
