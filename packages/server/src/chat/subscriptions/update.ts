import { accessChannel } from '../channels/access.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { CheckedProperty } from './property.ts';

/** Written and told even when it is as before. */
export async function updateSubscription(
  tx: Tx,
  actor: Actor,
  channelId: number,
  { columns, told }: CheckedProperty,
): Promise<void> {
  const channel = await accessChannel(tx, actor, channelId, 'content', { archived: 'refused' });
  const row = await tx.first(
    q
      .updateTable('subscription')
      .set(columns)
      .where('realm_id', '=', tx.realmId)
      .where('user_id', '=', actor.user.id)
      .where('channel_id', '=', channel.id)
      .where('is_active', '=', true)
      .returning('channel_id'),
  );
  if (row === undefined) throw badRequest('You are not subscribed to this channel.');
  for (const { property, value } of told)
    tx.emit(only(actor.user.id), {
      type: 'subscription',
      op: 'update',
      stream_id: channel.id,
      property,
      value,
    });
}
