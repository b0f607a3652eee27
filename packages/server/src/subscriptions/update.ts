import { accessChannel } from '../channels/access.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { only } from '../log/audience.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import type { CheckedProperty } from './property.ts';

/** Written and told even when it is as before. */
export const updateSubscription = async (
  tx: Tx,
  actor: Actor,
  channelId: number,
  { columns, told }: CheckedProperty,
): Promise<void> => {
  const channel = await accessChannel(tx, actor, channelId, 'content', { archived: 'refused' });
  const row = await tx.first(
    q
      .updateTable('subscription')
      .set(columns)
      .where('realm_id', '=', tx.realmId)
      .where('person_id', '=', actor.person.id)
      .where('channel_id', '=', channel.id)
      .where('is_active', '=', true)
      .returning('channel_id'),
  );
  if (row === undefined) throw badRequest('You are not subscribed to this channel.');
  for (const { property, value } of told)
    tx.emit(only(actor.person.id), {
      type: 'subscription',
      op: 'update',
      stream_id: channel.id,
      property,
      value,
    });
};
