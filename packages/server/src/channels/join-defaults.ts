import { q, sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { PersonRow } from '../people/person.ts';
import { addSubscribers } from './add-subscribers.ts';
import { lockChannels } from './queries.ts';

/** Subscribes somebody new to the channels that everybody new is subscribed to. */
export const joinDefaults = async (tx: Tx, person: Pick<PersonRow, 'id' | 'role'>): Promise<void> => {
  const defaults = await tx.all(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('is_default', '=', sql<boolean>`true`)
      .where('is_archived', '=', false),
  );
  if (defaults.length === 0) return;
  const channels = await lockChannels(
    tx,
    defaults.map(({ id }) => id),
  );
  await addSubscribers(
    tx,
    channels.filter(({ is_default, is_archived }) => is_default && !is_archived),
    [person],
  );
};
