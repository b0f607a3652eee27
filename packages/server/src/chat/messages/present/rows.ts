import type { WireMessage } from '@parley/contract/objects/message.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';

/** One edit or move of a message; unchanged fields are null. */
export type PresentedEditRow = {
  readonly user_id: number | null;
  readonly at: number;
  readonly prev_content: string | null;
  readonly prev_rendered: string | null;
  readonly prev_topic: string | null;
  readonly topic: string | null;
  readonly prev_channel_id: number | null;
  readonly channel_id: number | null;
};

/** Everything needed to present a message to one user, except user profiles. Times are in seconds. */
export type ShownRow = {
  readonly id: number;
  readonly sender_id: number;
  readonly conversation_id: number;
  readonly channel_id: number | null;
  readonly channel_name: string | null;
  readonly users: readonly number[] | null;
  readonly message_flags: number;
  readonly sent_at: number;
  readonly edited_at: number | null;
  readonly moved_at: number | null;
  readonly client: string;
  readonly topic: string;
  readonly content: string;
  readonly rendered: string;
  readonly is_received: boolean;
  readonly is_read: boolean;
  readonly is_protected: boolean;
  readonly user_flags: number | null;
  readonly reactions: WireMessage['reactions'];
  readonly submessages: WireMessage['submessages'];
  /** The newest ones, newest first. */
  readonly edits: readonly PresentedEditRow[];
};

/** Edits of a message in a fetch; `GET /messages/{id}/history` has more. */
const MAX_SHOWN_EDITS = 20;
/** Bytes of earlier text of a message in a fetch, except for its newest edit. */
const MAX_SHOWN_EDIT_BYTES = 32 * 1024;

/** Reads messages from one user's view in a single query, in no particular order. */
export function shownRows(
  reader: Reader,
  realmId: number,
  userId: number,
  ids: readonly number[],
): Promise<ShownRow[]> {
  return reader.all(
    sql<ShownRow>`
      select m.id, m.sender_id, m.conversation_id, m.channel_id, c.name as channel_name, v.users, m.message_flags,
        floor(extract(epoch from m.sent_at))::bigint as sent_at,
        floor(extract(epoch from m.edited_at))::bigint as edited_at,
        floor(extract(epoch from m.moved_at))::bigint as moved_at,
        m.client, m.topic, m.content, m.rendered,
        m.channel_id is null or coalesce(s.ordinals @> m.ordinal, false) as is_received,
        is_read(m.realm_id, ${userId}, m.home_id, m.ordinal) as is_read,
        coalesce(c.is_private and not c.is_history_public, false) as is_protected, k.flags as user_flags,
        coalesce((
          select json_agg(json_build_object(
            'emoji_name', r.emoji_name, 'emoji_code', r.emoji_code, 'reaction_type', r.reaction_type,
            'user_id', r.user_id
          ) order by r.position)
          from reaction r where r.realm_id = m.realm_id and r.message_id = m.id
        ), '[]') as reactions,
        coalesce((
          select json_agg(json_build_object(
            'id', u.id, 'message_id', u.message_id, 'sender_id', u.sender_id, 'msg_type', u.msg_type,
            'content', u.content
          ) order by u.id)
          from submessage u where u.realm_id = m.realm_id and u.message_id = m.id
        ), '[]') as submessages,
        coalesce((
          select json_agg(json_build_object(
            'user_id', e.user_id, 'at', floor(extract(epoch from e.at)),
            'prev_content', e.prev_content, 'prev_rendered', e.prev_rendered,
            'prev_topic', e.prev_topic, 'topic', e.topic,
            'prev_channel_id', e.prev_channel_id, 'channel_id', e.channel_id
          ) order by e.position desc)
          from (
            select *, row_number() over newest as rank,
              sum(octet_length(prev_content) + octet_length(prev_rendered)) over newest as bytes
            from (
              select * from message_edit where realm_id = m.realm_id and message_id = m.id
              order by position desc limit ${MAX_SHOWN_EDITS}
            ) edits
            window newest as (order by position desc)
          ) e where rank = 1 or coalesce(bytes, 0) <= ${MAX_SHOWN_EDIT_BYTES}
        ), '[]') as edits
      from message m
      left join channel c on c.realm_id = m.realm_id and c.id = m.channel_id
      left join conversation v on v.realm_id = m.realm_id and v.id = m.conversation_id and m.channel_id is null
      left join channel h on h.realm_id = m.realm_id and h.conversation_id = m.home_id
      left join subscription s on s.realm_id = m.realm_id and s.user_id = ${userId} and s.channel_id = h.id
      left join message_user_flag k
        on k.realm_id = m.realm_id and k.user_id = ${userId} and k.message_id = m.id
      where m.realm_id = ${realmId} and m.id = any(${[...ids]}::bigint[])`,
  );
}
