import type { Reader } from '../../engine/db/sql.ts';
import type { Actor } from '../../http/actor.ts';
import { noSuchChannel } from './access.ts';
import { findChannels } from './queries.ts';
import { relationsTo } from './relation.ts';
import { canRead } from './rights.ts';

/** Throws `noSuchChannel` if a channel is archived or the actor cannot read it. */
export async function checkReadable(
  reader: Reader,
  { realm, user }: Actor,
  ids: ReadonlySet<number>,
): Promise<void> {
  if (ids.size === 0) return;
  const channels = await findChannels(reader, realm.id, [...ids]);
  const relationOf = await relationsTo(reader, user, channels);
  const readable = channels.filter(
    (channel) => !channel.is_archived && canRead(user, channel, relationOf(channel)),
  );
  if (readable.length < ids.size) throw noSuchChannel();
}
