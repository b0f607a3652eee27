import { isProtected } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { relationsTo } from '../channels/relation.ts';
import { canRead } from '../channels/rights.ts';
import { sql, type Reader } from '../db/sql.ts';
import { MARKS } from '../messages/flags.ts';
import { isBot, type Actor } from '../people/person.ts';
import { notFound, type Problem } from '../problem.ts';
import type { AttachmentRow } from './present.ts';
import { attachmentsByPath } from './queries.ts';

/** A file that the actor may see. One that is hidden looks like one that does not exist. */
export const accessFile = async (reader: Reader, actor: Actor, pathId: string): Promise<AttachmentRow> => {
  const [file] = await attachmentsByPath(reader, actor.realm.id, [pathId]);
  if (file === undefined || !(await canSeeFile(reader, actor, file))) throw noSuchFile();
  return file;
};

export const noSuchFile = (): Problem => notFound('There is no such file.');

/** Who uploaded it sees it, and whoever may read a message that refers to it. */
export const canSeeFile = async (reader: Reader, actor: Actor, file: AttachmentRow): Promise<boolean> =>
  file.person_id === actor.person.id ||
  (await isInReadableChannel(reader, actor, file)) ||
  (await isSaidToThem(reader, actor, file));

const isInReadableChannel = async (
  reader: Reader,
  { realm, person }: Actor,
  file: AttachmentRow,
): Promise<boolean> => {
  const rows = await reader.all(
    sql<{ channel_id: number }>`
      select distinct m.channel_id from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      where l.realm_id = ${realm.id} and l.attachment_id = ${file.id} and m.channel_id is not null`,
  );
  if (rows.length === 0) return false;
  const channels = await findChannels(
    reader,
    realm.id,
    rows.map(({ channel_id }) => channel_id),
  );
  const relationOf = await relationsTo(reader, person, channels);
  const readable = channels.filter((channel) => canRead(person, channel, relationOf(channel)));
  if (readable.some((channel) => !isProtected(channel))) return true;
  if (readable.length === 0) return false;
  // Where history is protected: somebody was there when the message came.
  const row = await reader.first(
    sql`select 1 from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      join subscription s on s.realm_id = m.realm_id and s.channel_id = m.channel_id
        and s.person_id = ${person.id} and s.periods @> coalesce(m.arrived_at, m.id)
      where l.realm_id = ${realm.id} and l.attachment_id = ${file.id}
        and m.channel_id = any(${readable.map(({ id }) => id)}::bigint[]) limit 1`,
  );
  return row !== undefined;
};

/** In a direct conversation, or to a bot that was called. */
const isSaidToThem = async (
  reader: Reader,
  { realm, person }: Actor,
  file: AttachmentRow,
): Promise<boolean> => {
  const row = await reader.first(
    sql`select 1 from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      left join conversation_person d on d.realm_id = m.realm_id and d.person_id = ${person.id}
        and d.conversation_id = m.conversation_id
      left join message_mark k on k.realm_id = m.realm_id and k.person_id = ${person.id} and k.message_id = m.id
      where l.realm_id = ${realm.id} and l.attachment_id = ${file.id} and (
        (m.channel_id is null and d.person_id is not null) or (
          ${isBot(person)}::boolean and k.flags & ${MARKS.mentioned}::smallint > 0
          and k.flags & ${MARKS.historical}::smallint = 0
        )
      ) limit 1`,
  );
  return row !== undefined;
};
