import type { RenderResult } from '@parley/markdown';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Actor } from '../../../http/actor.ts';
import { messageFlagsOf, USER_FLAGS, userFlagsOf } from '../flags.ts';
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

/** Stores the new content and adds the old one to the edit history. Read messages stay read. */
export async function editText(
  tx: Tx,
  { user }: Actor,
  message: MessageRow,
  text: NewText,
  { position, now }: Moment,
): Promise<void> {
  const { content, rendered } = text;
  await tx.all(sql`
    insert into message_edit (realm_id, message_id, position, user_id, at, prev_content, prev_rendered)
    values (${tx.realmId}, ${message.id}, ${position}, ${user.id}, ${new Date(now)},
      ${message.content}, ${message.rendered})
    on conflict (realm_id, message_id, position) do update
      set prev_content = excluded.prev_content, prev_rendered = excluded.prev_rendered`);
  await tx.all(sql`
    update message set content = ${content}, rendered = ${rendered.html}, message_flags = ${messageFlagsOf(rendered)},
      edited_at = ${new Date(now)}, search = search_of(topic, words_of(${rendered.html}))
    where realm_id = ${tx.realmId} and id = ${message.id}`);
  await updateUserFlags(tx, message, text);
}

/** User flags that follow from the content. */
const CONTENT_FLAGS = USER_FLAGS.mentioned | USER_FLAGS.topicMentioned | USER_FLAGS.alerted;

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
