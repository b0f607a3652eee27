import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { mutedTopicsOf, presentPolicy } from './rows.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import { deleteQueuesOf } from '../../organization/users/delete-queues.ts';

/** With more affected users, registering again is cheaper. */
const MAX_PUBLISHED_USERS = 100;

/**
 * Publishes the removal or return of topic policies, because registration leaves out those of archived channels.
 * Call after the channel was archived or unarchived.
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
  if (ids.length > MAX_PUBLISHED_USERS) return deleteQueuesOf(tx, ids);
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
        ...presentPolicy(is_archived ? { ...change, policy: visibilityPolicies.inherit } : change),
      });
  }
}
