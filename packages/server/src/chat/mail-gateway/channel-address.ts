import { refusePost } from '@parley/contract/rights/channel-rights.ts';
import { badRequest, throwRefusal } from '../../engine/api-error.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { accessBot } from '../../organization/bots/access.ts';
import { accessChannel, accessChannelWithRelation } from '../channels/access.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { postingRelationIn } from '../messages/send/posting-rights.ts';
import { gatewayAddressOf } from './addresses.ts';

/** The channel of an address and the user or bot that posts; throws unless the user may write there. */
export async function accessAddressed(
  reader: Reader,
  actor: Actor,
  channelId: number,
  senderId: number,
): Promise<{ readonly channel: ChannelRow; readonly sender: UserRow }> {
  const { user } = actor;
  const { channel, relation } = await accessChannelWithRelation(reader, actor, channelId, 'content', {
    archived: 'refused',
  });
  const sender = senderId === user.id ? user : await accessBot(reader, actor, senderId);
  if (!sender.is_active) throw badRequest(`Bot ${sender.id} is deactivated.`);
  const posting = await postingRelationIn(reader, user, channel, relation.isSubscribed);
  throwRefusal(refusePost(user, channel, posting));
  return { channel, sender };
}

/** The address to which e-mail for a channel is sent; empty if the server receives none. */
export async function channelAddressFor(
  world: World,
  actor: Actor,
  channelId: number,
  senderId: number,
): Promise<string> {
  const { channel, sender } = await accessAddressed(world.pool, actor, channelId, senderId);
  const target = {
    kind: 'channel',
    realmId: actor.realm.id,
    channelId: channel.id,
    creatorId: actor.user.id,
    senderId: sender.id,
    epoch: channel.mail_epoch,
  } as const;
  const options = { slug: slugOf(channel.name), options: ['show-sender'] };
  return gatewayAddressOf(world, target, options) ?? '';
}

/** Ends all e-mail addresses of a channel; new ones can be asked for. */
export async function endChannelAddresses(tx: Tx, actor: Actor, channelId: number): Promise<void> {
  const channel = await accessChannel(tx, actor, channelId, 'administer', {
    archived: 'allowed',
    lock: true,
  });
  await tx.all(
    q
      .updateTable('channel')
      .set({ mail_epoch: channel.mail_epoch + 1 })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channel.id),
  );
  tx.record({
    action: 'channel.changed',
    object: { type: 'channel', id: channel.id },
    after: { email_addresses: 'ended' },
  });
}

/** Shows users which channel an address belongs to; only the token counts. */
function slugOf(name: string): string {
  return name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
