import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { presentPolicy } from './present.ts';
import { mutedTopicsOf } from './queries.ts';

/**
 * Registration shows no wishes about archived channels: whoever has some hears that they are gone, or back.
 * To be called after the channel was archived or unarchived.
 */
export const tellWishesIn = async (tx: Tx, { id, is_archived }: ChannelRow): Promise<void> => {
  const rows = await tx.all(
    q
      .selectFrom('topic_policy')
      .selectAll()
      .where('realm_id', '=', tx.realmId)
      .where('channel_id', '=', id)
      .orderBy('person_id')
      .orderBy('updated_at'),
  );
  for (const [personId, wishes] of Map.groupBy(rows, (row) => row.person_id)) {
    const person = await tx.first(
      q.selectFrom('person').selectAll().where('realm_id', '=', tx.realmId).where('id', '=', personId),
    );
    if (person === undefined) continue;
    tx.emit(only(personId), { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, person) });
    for (const wish of wishes) {
      const shown = is_archived ? { ...wish, policy: 0 } : wish;
      tx.emit(only(personId), { type: 'user_topic', ...presentPolicy(shown) });
    }
  }
};
