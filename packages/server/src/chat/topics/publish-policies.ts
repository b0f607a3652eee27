import type { ChannelRow } from '../channels/channel.ts';
import { mutedTopicsOf, presentPolicy } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { endQueuesOf } from '../../organization/users/end-queues.ts';

/** Beyond this many users with wishes, it is cheaper for them to register anew. */
const MOST_USERS = 100;

/**
 * Registration shows no wishes about archived channels: whoever has some hears that they are gone, or back.
 * To be called after the channel was archived or unarchived.
 */
export async function publishPoliciesIn(tx: Tx, { id, is_archived }: ChannelRow): Promise<void> {
  const rows = await tx.all(
    q
      .selectFrom('topic_policy')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('channel_id', '=', id)
      .orderBy('updated_at'),
  );
  const policiesOf = Map.groupBy(rows, (row) => row.user_id);
  const ids = [...policiesOf.keys()];
  if (ids.length > MOST_USERS) return endQueuesOf(tx, ids);
  if (ids.length === 0) return;
  const users = await tx.all(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', tx.realmId).where('id', 'in', ids),
  );
  for (const user of users) {
    const self = only(user.id);
    tx.emit(self, { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, user) });
    for (const change of policiesOf.get(user.id) ?? [])
      tx.emit(self, {
        type: 'user_topic',
        ...presentPolicy(is_archived ? { ...change, policy: 0 } : change),
      });
  }
}
