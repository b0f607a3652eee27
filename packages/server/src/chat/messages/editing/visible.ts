import type { RawBuilder } from 'kysely';
import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../../engine/db/sql.ts';

/**
 * SQL condition for messages `m` that a reader of the channel can see: with protected history, those that arrived
 * while the user was subscribed.
 */
export function isVisible(channel: ChannelRow, userId: number | RawBuilder<number>): RawBuilder<boolean> {
  return isProtected(channel)
    ? sql<boolean>`exists (
        select from subscription s
        where s.realm_id = ${channel.realm_id} and s.user_id = ${userId} and s.channel_id = ${channel.id}
          and s.periods @> coalesce(m.arrived_at, m.id)
      )`
    : sql<boolean>`true`;
}
