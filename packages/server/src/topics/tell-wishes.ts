import type { ChannelRow } from '../channels/channel.ts';
import { endQueuesOf } from '../people/end-queues.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import { presentPolicy } from './present.ts';
import { mutedTopicsOf } from './queries.ts';

/** Beyond this many people with wishes, it is cheaper for them to register anew. */
const MOST_PEOPLE = 100;

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
      .orderBy('updated_at'),
  );
  const wishesOf = Map.groupBy(rows, (row) => row.person_id);
  const ids = [...wishesOf.keys()];
  if (ids.length > MOST_PEOPLE) return endQueuesOf(tx, ids);
  if (ids.length === 0) return;
  const people = await tx.all(
    q.selectFrom('person').selectAll().where('realm_id', '=', tx.realmId).where('id', 'in', ids),
  );
  for (const person of people) {
    const self = only(person.id);
    tx.emit(self, { type: 'muted_topics', muted_topics: await mutedTopicsOf(tx, person) });
    for (const wish of wishesOf.get(person.id) ?? [])
      tx.emit(self, { type: 'user_topic', ...presentPolicy(is_archived ? { ...wish, policy: 0 } : wish) });
  }
};
