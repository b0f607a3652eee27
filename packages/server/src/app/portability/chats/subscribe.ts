import { PALETTE } from '../../../chat/subscriptions/colors.ts';
import { sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { Member } from './form.ts';

export type ImportedSubscriber = Member & { readonly isActive: boolean };

const COLOR = /^#[0-9a-f]{6}$/;
const EVERYTHING = { periods: '{[1,)}', ordinals: '{[1,)}' };

/** Subscribed since the first message, or to what they received if later people do not read the history. */
export async function subscribe(
  tx: Tx,
  channelId: number,
  members: ReadonlyMap<number, ImportedSubscriber>,
  received: (user: number) => typeof EVERYTHING | undefined,
): Promise<void> {
  const rows = [...members].map(([user_id, { isMuted = false, isPinned = false, color }]) => ({
    user_id,
    is_muted: isMuted,
    is_pinned: isPinned,
    color: color !== undefined && COLOR.test(color) ? color : PALETTE[channelId % PALETTE.length],
    ...(received(user_id) ?? EVERYTHING),
  }));
  await tx.all(sql`
    insert into subscription (realm_id, user_id, channel_id, color, is_muted, is_pinned, periods, ordinals)
    select ${tx.realmId}, r.user_id, ${channelId}, r.color, r.is_muted, r.is_pinned, r.periods, r.ordinals
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (
      user_id bigint, is_muted boolean, is_pinned boolean, color text, periods int8multirange, ordinals int8multirange)`);
}

/** Read up to a time, or everything. Blocks of the read state have what is unread up to the newest message. */
export async function markRead(
  tx: Tx,
  conversationId: number,
  members: ReadonlyMap<number, Pick<Member, 'readUpTo'> | undefined>,
): Promise<void> {
  const rows = [...members].map(([user, member]) => ({ user, up_to: member?.readUpTo }));
  await tx.all(sql`
    insert into read_state (realm_id, user_id, conversation_id, prefix)
    select v.realm_id, r."user", v.id,
      case when r.up_to is null then v.last_ordinal else coalesce((
        select max(m.ordinal) from message m
        where m.realm_id = v.realm_id and m.home_id = v.id and m.sent_at <= to_timestamp(r.up_to / 1000)
      ), 0) end
    from conversation v cross join jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r ("user" bigint, up_to float8)
    where v.realm_id = ${tx.realmId} and v.id = ${conversationId}
    on conflict (realm_id, user_id, conversation_id) do update set prefix = excluded.prefix`);
}
