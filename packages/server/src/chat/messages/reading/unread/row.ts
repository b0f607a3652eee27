import type { RawBuilder } from 'kysely';
import { sql } from '../../../../engine/db/sql.ts';
import { USER_FLAGS, MESSAGE_FLAGS } from '../../flags.ts';
import type { Owner } from './owner.ts';

/** An unread message and its conversation. */
export type UnreadRow = {
  readonly id: number;
  readonly home_id: number;
  readonly channel_id: number | null;
  readonly arrived_at: number | null;
  readonly topic: string;
  readonly topic_key: string;
  readonly user_flags: number;
  readonly everyone: boolean;
};

/** Columns of a message `m` and its user flags `k`. */
export const unreadColumns = sql`m.id, m.home_id, m.channel_id, m.arrived_at, m.topic, m.topic_key,
  coalesce(k.flags, 0) as user_flags,
  m.message_flags & ${sql.lit(MESSAGE_FLAGS.everyone)} > 0 and coalesce(k.flags, 0) & ${sql.lit(USER_FLAGS.historical)} = 0
    as everyone`;

export function withUserFlags({ realmId, userId }: Owner): RawBuilder<unknown> {
  return sql`
  left join message_user_flag k on k.realm_id = ${realmId} and k.user_id = ${userId} and k.message_id = m.id`;
}
