import { isProtected } from '../channels/channel.ts';
import { findChannels } from '../channels/queries.ts';
import { relationsTo } from '../channels/relation.ts';
import { canRead } from '@parley/contract/rights/channel-rights.ts';
import { USER_FLAGS } from '../messages/flags.ts';
import { type AttachmentRow, attachmentsByPath } from './rows.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { notFound, type ApiError } from '../../engine/api-error.ts';
import { type Actor, type GrantLimits, isBot } from '../../http/actor.ts';

/** Returns a file that the actor may see. A hidden file looks like one that does not exist. */
export async function accessFile(reader: Reader, actor: Actor, pathId: string): Promise<AttachmentRow> {
  const [file] = await attachmentsByPath(reader, actor.realm.id, [pathId]);
  if (file === undefined || !(await canSeeFile(reader, actor, file))) throw noSuchFile();
  return file;
}

export function noSuchFile(): ApiError {
  return notFound('There is no such file.');
}

/**
 * Visible to its owner and to every user who may read a message that refers to the file. Through a grant with limits, such a message has to
 * be within them, also for the owner of the file.
 */
export async function canSeeFile(reader: Reader, actor: Actor, file: AttachmentRow): Promise<boolean> {
  return (
    (file.user_id === actor.user.id && actor.limits === undefined) ||
    (await isInReadableChannel(reader, actor, file)) ||
    (await isInReceivedMessage(reader, actor, file))
  );
}

async function isInReadableChannel(
  reader: Reader,
  { realm, user, limits }: Actor,
  file: AttachmentRow,
): Promise<boolean> {
  const rows = await reader.all(
    sql<{ channel_id: number }>`
      select distinct m.channel_id from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      where l.realm_id = ${realm.id} and l.attachment_id = ${file.id} and m.channel_id is not null
        and ${isWithin(limits)}`,
  );
  if (rows.length === 0) return false;
  const channels = await findChannels(
    reader,
    realm.id,
    rows.map(({ channel_id }) => channel_id),
  );
  const relationOf = await relationsTo(reader, user, channels);
  const readable = channels.filter((channel) => canRead(user, channel, relationOf(channel)));
  if (readable.some((channel) => !isProtected(channel))) return true;
  if (readable.length === 0) return false;
  // With protected history, the user must have been subscribed when the message arrived.
  const row = await reader.first(
    sql`select 1 from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      join subscription s on s.realm_id = m.realm_id and s.channel_id = m.channel_id
        and s.user_id = ${user.id} and s.periods @> coalesce(m.arrived_at, m.id)
      where l.realm_id = ${realm.id} and l.attachment_id = ${file.id}
        and m.channel_id = any(${readable.map(({ id }) => id)}::bigint[]) and ${isWithin(limits)} limit 1`,
  );
  return row !== undefined;
}

/** In a direct conversation of the user, or in a message that mentions the bot. */
async function isInReceivedMessage(
  reader: Reader,
  { realm, user, limits }: Actor,
  file: AttachmentRow,
): Promise<boolean> {
  const row = await reader.first(
    sql`select 1 from attachment_message l
      join message m on m.realm_id = l.realm_id and m.id = l.message_id
      left join conversation_user d on d.realm_id = m.realm_id and d.user_id = ${user.id}
        and d.conversation_id = m.conversation_id
      left join message_user_flag k on k.realm_id = m.realm_id and k.user_id = ${user.id} and k.message_id = m.id
      where l.realm_id = ${realm.id} and l.attachment_id = ${file.id} and ${isWithin(limits)} and (
        (m.channel_id is null and d.user_id is not null) or (
          ${isBot(user)}::boolean and k.flags & ${USER_FLAGS.mentioned}::smallint > 0
          and k.flags & ${USER_FLAGS.historical}::smallint = 0
        )
      ) limit 1`,
  );
  return row !== undefined;
}

/** The condition that a message m is within the limits of a grant; direct messages are in no channel. */
function isWithin(limits: GrantLimits | undefined) {
  const channels = limits?.channels === undefined ? null : [...limits.channels];
  const since = limits?.since === undefined ? null : new Date(limits.since);
  return sql`(${channels}::bigint[] is null or m.channel_id = any(${channels}::bigint[]))
    and (${since}::timestamptz is null or m.sent_at >= ${since}::timestamptz)`;
}
