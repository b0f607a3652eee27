import { type ChannelRow, readHolders } from './channel.ts';
import { byName } from './list.ts';
import { presentChannel } from './present.ts';
import { allChannels } from './queries.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { type Piece, pieceOf } from '../../engine/json-pieces.ts';
import type { Viewpoint } from '../../http/snapshot.ts';

/** All channels of an organization, sorted by name. */
export type AllChannels = {
  readonly rows: readonly ChannelRow[];
  /** By channel id: the members of the channel's JSON object, without the braces. */
  readonly members: ReadonlyMap<number, string>;
  /** Estimated size in the cache, in bytes. */
  readonly size: number;
};

/** Reads all channels through the shared cache; the caller filters them by visibility. */
export function readAllChannels({ bulk, realm, shared, versions }: Viewpoint): Promise<AllChannels> {
  return shared.read(
    `${realm.id} channels`,
    [versions.channels, versions.groups, versions.roster],
    async (): Promise<AllChannels> => {
      const rows = (await allChannels(bulk, realm.id)).toSorted(byName);
      const holders = await readHolders(bulk, realm.id, rows);
      const members = new Map(
        rows.map((row) => [row.id, JSON.stringify(presentChannel(row, holders)).slice(1, -1)]),
      );
      const length = [...members.values()].reduce((sum, text) => sum + text.length, 0);
      return { rows, members, size: length * ROW_SIZE_FACTOR };
    },
  );
}

/** A row takes about as much memory as its JSON text. */
const ROW_SIZE_FACTOR = 2;

type SubscriberLists = {
  readonly byChannel: ReadonlyMap<number, { readonly version: number; readonly list: Piece }>;
  readonly size: number;
};

/** Subscriber ids of every channel, as JSON; only channels whose subscribers changed are read from the database. */
export async function readSubscribers(
  { bulk, realm, shared, versions }: Viewpoint,
  { rows }: AllChannels,
): Promise<(channelId: number) => Piece> {
  const { byChannel } = await shared.read(
    `${realm.id} subscribers`,
    [versions.channels],
    async (previous: SubscriberLists | undefined): Promise<SubscriberLists> => {
      const cached = previous?.byChannel;
      const changed = rows.filter((row) => cached?.get(row.id)?.version !== row.subscribers_version);
      const lists = await readSubscriberLists(bulk, realm.id, changed);
      const current = new Map(
        rows.map((row) => {
          const list = lists.get(row.id) ?? cached?.get(row.id)?.list ?? '[]';
          return [row.id, { version: row.subscribers_version, list }];
        }),
      );
      const size = [...current.values()].reduce((sum, { list }) => sum + list.length, 0);
      return { byChannel: current, size };
    },
  );
  return (channelId) => byChannel.get(channelId)?.list ?? '[]';
}

/** Bounds one statement, so that it ends before the statement timeout; a larger channel is read alone. */
const MAX_SUBSCRIBERS_PER_STATEMENT = 100_000;

async function readSubscriberLists(
  reader: Reader,
  realmId: number,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<number, Piece>> {
  const lists = new Map<number, Piece>(channels.map(({ id }) => [id, '[]']));
  for (const batch of inBatches(channels)) {
    const rows = await reader.all(
      sql<{ channel_id: number; users: string }>`
        select s.channel_id, string_agg(s.user_id::text, ',' order by s.user_id) as users
        from subscription s join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
        where s.realm_id = ${realmId} and s.channel_id = any(${batch.map(({ id }) => id)}::bigint[])
          and s.is_active and p.is_active
        group by s.channel_id`,
    );
    for (const { channel_id, users } of rows) lists.set(channel_id, pieceOf(`[${users}]`));
  }
  return lists;
}

function inBatches(channels: readonly ChannelRow[]): ChannelRow[][] {
  const batches: ChannelRow[][] = [];
  let users = Infinity;
  for (const channel of channels) {
    users += channel.subscriber_count;
    if (users > MAX_SUBSCRIBERS_PER_STATEMENT) {
      batches.push([]);
      users = channel.subscriber_count;
    }
    batches.at(-1)?.push(channel);
  }
  return batches;
}
