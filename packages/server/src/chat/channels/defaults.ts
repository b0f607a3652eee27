import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { accessChannel } from './access.ts';
import { publishDefaultChannels } from './create.ts';
import { lockChannels } from './queries.ts';

/** Adds a channel to those to which new users are subscribed. */
export async function addDefault(tx: Tx, actor: Actor, channelId: number): Promise<void> {
  const realm = await lockRealm(tx);
  const channel = await accessChannel(tx, { ...actor, realm }, channelId, 'content', {
    archived: 'refused',
  });
  if (channel.is_private) throw badRequest('A private channel cannot be a default channel.');
  if (channel.is_default) return;
  await setDefault(tx, channel.id, true);
}

/** Removes a channel from those to which new users are subscribed. */
export async function removeDefault(tx: Tx, actor: Actor, channelId: number): Promise<void> {
  const realm = await lockRealm(tx);
  const channel = await accessChannel(tx, { ...actor, realm }, channelId, 'metadata', {
    archived: 'allowed',
  });
  await setDefault(tx, channel.id, false);
}

async function setDefault(tx: Tx, id: number, is_default: boolean): Promise<void> {
  await lockChannels(tx, [id]);
  await tx.all(
    q.updateTable('channel').set({ is_default }).where('realm_id', '=', tx.realmId).where('id', '=', id),
  );
  tx.record({
    action: 'channel.defaults-changed',
    object: { type: 'channel', id },
    before: { is_default: !is_default },
    after: { is_default },
  });
  await publishDefaultChannels(tx);
}
