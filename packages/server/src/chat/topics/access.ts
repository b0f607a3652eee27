import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { accessChannel, noSuchChannel } from '../channels/access.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';

/** A channel as named by the older endpoint: by id or by name. */
export type ChannelReference = { readonly id?: number | undefined; readonly name?: string | undefined };

/** The id of a channel given by exactly one of id and name; names ignore case. */
export async function channelIdOf(
  reader: Reader,
  { realm }: Actor,
  channel: ChannelReference,
): Promise<number> {
  const { id, name } = channel;
  if (id !== undefined && name !== undefined)
    throw badRequest('Give only one of the parameters stream_id and stream.', {
      parameters: 'stream_id, stream',
    });
  if (id !== undefined) return id;
  if (name === undefined) throw badRequest('Missing parameter stream_id.');
  const row = await reader.first(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where(sql`lower(name)`, '=', sql`lower(${name.trim()})`),
  );
  if (row === undefined) throw noSuchChannel();
  return row.id;
}

/**
 * Checks that the actor may set a topic policy in the channel, and keeps the channel from being archived
 * meanwhile. To remove a policy, the channel need only exist.
 */
export async function accessForPolicy(
  tx: Tx,
  actor: Actor,
  channelId: number,
  policy: number,
): Promise<void> {
  if (policy !== visibilityPolicies.inherit)
    await accessChannel(tx, actor, channelId, 'content', { archived: 'refused' });
  const row = await tx.first(
    q
      .selectFrom('channel')
      .select('is_archived')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channelId)
      .forShare(),
  );
  if (row === undefined || (row.is_archived && policy !== visibilityPolicies.inherit)) throw noSuchChannel();
}
