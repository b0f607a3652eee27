import { accessChannel } from '../channels/access.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { only } from '../../engine/log/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { CheckedProperty } from './property.ts';

/** Stores and publishes the property even if it does not change. */
export async function updateSubscription(
  tx: Tx,
  actor: Actor,
  channelId: number,
  { columns, published }: CheckedProperty,
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
  for (const { property, value } of published)
    tx.emit(only(actor.user.id), {
      type: 'subscription',
      op: 'update',
      stream_id: channel.id,
      property,
      value,
    });
}
