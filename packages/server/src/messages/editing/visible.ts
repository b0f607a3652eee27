import type { RawBuilder } from 'kysely';
import { isProtected, type ChannelRow } from '../../channels/channel.ts';
import { sql } from '../../db/sql.ts';

/**
 * Which messages `m` of a channel somebody can read who can read the channel: where history is protected, those
 * that came while they were subscribed.
 */
export const isVisible = (channel: ChannelRow, personId: number | RawBuilder<number>): RawBuilder<boolean> =>
  isProtected(channel)
    ? sql<boolean>`exists (
        select from subscription s
        where s.realm_id = ${channel.realm_id} and s.person_id = ${personId} and s.channel_id = ${channel.id}
          and s.periods @> coalesce(m.arrived_at, m.id)
      )`
    : sql<boolean>`true`;
