import { accessChannel, noSuchChannel } from '../channels/access.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';

/** A channel as the older operation names it. */
export type ChannelName = { readonly id?: number | undefined; readonly name?: string | undefined };

/** Exactly one of the two ways to name a channel; a name counts in any letter case. */
export async function channelIdOf(reader: Reader, { realm }: Actor, given: ChannelName): Promise<number> {
  const { id, name } = given;
  if (id !== undefined && name !== undefined)
    throw badRequest('Say either which name or which id the channel has.', {
      parameters: 'stream_id, stream',
    });
  if (id !== undefined) return id;
  if (name === undefined) throw badRequest('Say which channel the topic is in.');
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
 * A channel of which the actor may have a wish about a topic; it is not archived while the wish is written. To
 * take a wish back, it need only exist.
 */
export async function accessForPolicy(
  tx: Tx,
  actor: Actor,
  channelId: number,
  policy: number,
): Promise<void> {
  if (policy !== 0) await accessChannel(tx, actor, channelId, 'content', { archived: 'refused' });
  const row = await tx.first(
    q
      .selectFrom('channel')
      .select('is_archived')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channelId)
      .forShare(),
  );
  if (row === undefined || (row.is_archived && policy !== 0)) throw noSuchChannel();
}
