import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { accessChannel } from './access.ts';
import { announceDefaults } from './create.ts';
import { lockChannels } from './queries.ts';

/** New users are subscribed to the channel from now on. */
export async function addDefault(tx: Tx, actor: Actor, channelId: number): Promise<void> {
  const realm = await lockRealm(tx);
  const channel = await accessChannel(tx, { ...actor, realm }, channelId, 'content', {
    archived: 'refused',
  });
  if (channel.is_private) throw badRequest('New users cannot be subscribed to a private channel.');
  if (channel.is_default) return;
  await mark(tx, channel.id, true);
}

/** New users are no longer subscribed to the channel. */
export async function removeDefault(tx: Tx, actor: Actor, channelId: number): Promise<void> {
  const realm = await lockRealm(tx);
  const channel = await accessChannel(tx, { ...actor, realm }, channelId, 'metadata', {
    archived: 'allowed',
  });
  await mark(tx, channel.id, false);
}

async function mark(tx: Tx, id: number, is_default: boolean): Promise<void> {
  await lockChannels(tx, [id]);
  await tx.all(
    q.updateTable('channel').set({ is_default }).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
  await announceDefaults(tx);
}
