import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { lockRealm } from '../realm/realm.ts';
import { accessChannel } from './access.ts';
import { announceDefaults } from './create.ts';
import { lockChannels } from './queries.ts';

/** New people are subscribed to the channel from now on. */
export const addDefault = async (tx: Tx, actor: Actor, channelId: number): Promise<void> => {
  const realm = await lockRealm(tx);
  const channel = await accessChannel(tx, { ...actor, realm }, channelId, 'content', {
    archived: 'refused',
  });
  if (channel.is_private) throw badRequest('New people cannot be subscribed to a private channel.');
  if (channel.is_default) return;
  await mark(tx, channel.id, true);
};

/** New people are no longer subscribed to the channel. */
export const removeDefault = async (tx: Tx, actor: Actor, channelId: number): Promise<void> => {
  const realm = await lockRealm(tx);
  const channel = await accessChannel(tx, { ...actor, realm }, channelId, 'metadata', {
    archived: 'allowed',
  });
  await mark(tx, channel.id, false);
};

const mark = async (tx: Tx, id: number, is_default: boolean): Promise<void> => {
  await lockChannels(tx, [id]);
  await tx.all(
    q.updateTable('channel').set({ is_default }).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
  await announceDefaults(tx);
};
