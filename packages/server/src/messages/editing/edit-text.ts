import type { RenderResult } from '@parley/markdown';
import { sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import type { Actor } from '../../people/person.ts';
import { marksOf, traitsOf } from '../compose.ts';
import { MARKS } from '../flags.ts';
import type { Called } from '../mentions.ts';
import type { MessageRow } from '../message.ts';
import type { Moment } from './store-move.ts';

/** A text that takes the place of another one, and whom it concerns. */
export type NewText = {
  readonly content: string;
  readonly rendered: RenderResult;
  readonly called: Called;
  readonly alerted: readonly number[];
};

/** Writes a new text and remembers the old one. What was read stays read. */
export const editText = async (
  tx: Tx,
  { person }: Actor,
  message: MessageRow,
  text: NewText,
  { position, now }: Moment,
): Promise<void> => {
  const { content, rendered } = text;
  await tx.all(sql`
    insert into message_edit (realm_id, message_id, position, person_id, at, prev_content, prev_rendered)
    values (${tx.realmId}, ${message.id}, ${position}, ${person.id}, ${new Date(now)},
      ${message.content}, ${message.rendered})
    on conflict (realm_id, message_id, position) do update
      set prev_content = excluded.prev_content, prev_rendered = excluded.prev_rendered`);
  await tx.all(sql`
    update message set content = ${content}, rendered = ${rendered.html}, traits = ${traitsOf(rendered)},
      edited_at = ${new Date(now)}, search = search_of(topic, words_of(${rendered.html}))
    where realm_id = ${tx.realmId} and id = ${message.id}`);
  await mark(tx, message, text);
};

/** Facts that follow from the text. */
const OF_TEXT = MARKS.mentioned | MARKS.topicMentioned | MARKS.alerted;

/** Only who has the message is mentioned by it, or alerted. */
const mark = async (tx: Tx, message: MessageRow, text: NewText): Promise<void> => {
  const marks = marksOf(text);
  const called = sql`unnest(
    ${marks.map(({ personId }) => personId)}::bigint[], ${marks.map(({ flags }) => flags)}::smallint[]
  ) as c (person_id, flags)`;
  const isHere = sql`k.realm_id = ${tx.realmId} and k.message_id = ${message.id}`;
  await tx.all(sql`
    update message_mark k set flags = (k.flags & ${~OF_TEXT}::smallint) | coalesce((
      select c.flags from ${called} where c.person_id = k.person_id
    ), 0::smallint) where ${isHere}`);
  await tx.all(sql`delete from message_mark k where ${isHere} and k.flags = 0`);
  if (marks.length === 0) return;
  await tx.all(sql`
    insert into message_mark (realm_id, person_id, message_id, flags)
    select ${tx.realmId}, c.person_id, ${message.id}, c.flags from ${called}
    where exists (
      select from conversation_person v
      where v.realm_id = ${tx.realmId} and v.person_id = c.person_id and v.conversation_id = ${message.home_id}
    ) or exists (
      select from channel h
      join subscription s on s.realm_id = h.realm_id and s.channel_id = h.id and s.person_id = c.person_id
      where h.realm_id = ${tx.realmId} and h.conversation_id = ${message.home_id}
        and s.ordinals @> ${message.ordinal}::bigint
    ) on conflict (realm_id, person_id, message_id) do nothing`);
};
