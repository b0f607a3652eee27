import { lockChannels } from '../../chat/channels/queries.ts';
import { METADATA_PERMISSIONS } from '@parley/contract/rights/channel-rights.ts';
import {
  adjustChannelVisibility,
  channelVisibilityOf,
  type ChannelVisibility,
} from '../../chat/channels/channel-visibility.ts';
import type { ChannelRow } from '../../chat/channels/channel.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';

/**
 * Runs a change of group members and publishes which private channels become visible or hidden for the users
 * concerned.
 */
export async function trackChannelVisibility(
  tx: Tx,
  groupIds: readonly number[],
  change: () => Promise<void>,
): Promise<void> {
  const before: [ChannelRow, ChannelVisibility][] = [];
  for (const channel of await channelsShownTo(tx, groupIds))
    before.push([channel, await channelVisibilityOf(tx, channel)]);
  await change();
  for (const [channel, visibility] of before)
    await adjustChannelVisibility(tx, channel, visibility, await channelVisibilityOf(tx, channel));
}

/** Locks the channels, so that their subscribers do not change while visibility is compared. */
async function channelsShownTo(tx: Tx, groupIds: readonly number[]): Promise<ChannelRow[]> {
  const channels = await tx.all(
    sql<{ id: number }>`
      with recursive around (id) as (
        select unnest(${[...groupIds]}::bigint[])
        union
        select s.group_id
        from around join group_subgroup s on s.realm_id = ${tx.realmId} and s.subgroup_id = around.id
      )
      select c.id from channel c
      where c.realm_id = ${tx.realmId} and c.is_private and exists (
        select from jsonb_each_text(c.permissions) as held (name, group_id)
        where held.name = any(${[...METADATA_PERMISSIONS]}::text[]) and held.group_id::bigint in (select id from around)
      )`,
  );
  return channels.length === 0
    ? []
    : lockChannels(
        tx,
        channels.map(({ id }) => id),
      );
}
