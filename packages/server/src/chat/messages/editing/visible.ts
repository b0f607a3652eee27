import type { RawBuilder } from 'kysely';
import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../../engine/db/sql.ts';

/**
 * Which messages `m` of a channel somebody can read who can read the channel: where history is protected, those
 * that came while they were subscribed.
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
