import type { RenderResult } from '@parley/markdown';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import type { NewMentions } from '../../../engine/log/logged-event.ts';
import { areMessages, requireReleased } from '../../holds/held.ts';
import { removeStream } from '../../streamed-messages/rows.ts';
import { isStreamed, MESSAGE_FLAGS, messageFlagsOf, USER_FLAGS, userFlagsOf } from '../flags.ts';
import type { MentionedUsers } from '../mentions.ts';
import type { MessageRow } from '../message.ts';
import type { Moment } from './store-move.ts';

/** The new content of a message, with the users whom it mentions or alerts. */
export type NewText = {
  readonly content: string;
  readonly rendered: RenderResult;
  readonly called: MentionedUsers;
  readonly alerted: readonly number[];
};

/** Stores the new content and adds the old one to the edit history. Read messages stay read. Returns the new mentions. */
export async function editText(
  tx: Tx,
  { user }: Actor,
  message: MessageRow,
  text: NewText,
  { position, now }: Moment,
): Promise<NewMentions | undefined> {
  await requireReleased(tx, areMessages([message.id]));
  await tx.all(sql`
    insert into message_edit (realm_id, message_id, position, user_id, at, prev_content, prev_rendered)
    values (${tx.realmId}, ${message.id}, ${position}, ${user.id}, ${new Date(now)},
      ${message.content}, ${message.rendered})
    on conflict (realm_id, message_id, position) do update
      set prev_content = excluded.prev_content, prev_rendered = excluded.prev_rendered`);
  // An edited text is whole.
  if (isStreamed(message)) await removeStream(tx, message.id);
  return storeText(tx, message, text, new Date(now));
}

/** Stores another text, with the flags and mentions that follow from it; an edit has a time. Returns the new mentions. */
export async function storeText(
  tx: Tx,
  message: MessageRow,
  text: NewText,
  editedAt: Date | null = null,
): Promise<NewMentions | undefined> {
  const { content, rendered } = text;
  await tx.all(sql`
    update message set content = ${content}, rendered = ${rendered.html},
      message_flags = ${messageFlagsOf(rendered) | (message.message_flags & MESSAGE_FLAGS.withoutPages)},
      edited_at = coalesce(${editedAt}::timestamptz, edited_at)
    where realm_id = ${tx.realmId} and id = ${message.id}`);
  const before = await mentionedBefore(tx, message);
  await updateUserFlags(tx, message, text);
  return newMentionsOf(message, text, before);
}

/** Users with a mention flag. */
async function mentionedBefore(tx: Tx, { id }: MessageRow): Promise<ReadonlySet<number>> {
  const rows = await tx.all(sql<{ user_id: number }>`
    select user_id from message_user_flag where realm_id = ${tx.realmId} and message_id = ${id}
      and flags & ${MENTION_FLAGS}::smallint > 0`);
  return new Set(rows.map(({ user_id }) => user_id));
}

function newMentionsOf(
  { message_flags }: MessageRow,
  { rendered, called }: NewText,
  before: ReadonlySet<number>,
): NewMentions | undefined {
  if ((message_flags & MESSAGE_FLAGS.everyone) > 0) return undefined;
  const { everyone } = rendered.mentions;
  const users = called.users.filter((id) => !before.has(id));
  const participants = called.participants.filter((id) => !before.has(id));
  if (!everyone && users.length + participants.length === 0) return undefined;
  return { users, participants, everyone, except: everyone ? [...before] : [] };
}

const MENTION_FLAGS = USER_FLAGS.mentioned | USER_FLAGS.topicMentioned;
/** User flags that follow from the content. */
const CONTENT_FLAGS = MENTION_FLAGS | USER_FLAGS.alerted;

/** Updates user flags; only users who received the message are mentioned or alerted. */
async function updateUserFlags(tx: Tx, message: MessageRow, text: NewText): Promise<void> {
  const userFlags = userFlagsOf(text);
  const called = sql`unnest(
    ${userFlags.map(({ userId }) => userId)}::bigint[], ${userFlags.map(({ flags }) => flags)}::smallint[]
  ) as c (user_id, flags)`;
  const isOfMessage = sql`k.realm_id = ${tx.realmId} and k.message_id = ${message.id}`;
  await tx.all(sql`
    update message_user_flag k set flags = (k.flags & ${~CONTENT_FLAGS}::smallint) | coalesce((
      select c.flags from ${called} where c.user_id = k.user_id
    ), 0::smallint) where ${isOfMessage}`);
  await tx.all(sql`delete from message_user_flag k where ${isOfMessage} and k.flags = 0`);
  if (userFlags.length === 0) return;
  await tx.all(sql`
    insert into message_user_flag (realm_id, user_id, message_id, flags)
    select ${tx.realmId}, c.user_id, ${message.id}, c.flags from ${called}
    where exists (
      select from conversation_user v
      where v.realm_id = ${tx.realmId} and v.user_id = c.user_id and v.conversation_id = ${message.home_id}
    ) or exists (
      select from channel h
      join subscription s on s.realm_id = h.realm_id and s.channel_id = h.id and s.user_id = c.user_id
      where h.realm_id = ${tx.realmId} and h.conversation_id = ${message.home_id}
        and s.ordinals @> ${message.ordinal}::bigint
    ) on conflict (realm_id, user_id, message_id) do nothing`);
}
