import { type ChannelRow, readHolders } from './channel.ts';
import { byName } from './list.ts';
import { presentChannel } from './present.ts';
import { allChannels } from './queries.ts';
import { type Reader, sql } from '../../engine/db/sql.ts';
import { type Piece, pieceOf } from '../../engine/json-pieces.ts';
import type { Viewpoint } from '../../http/snapshot.ts';

/** All channels of an organization by name, and how each is shown: the members of an object in JSON. */
export type AllChannels = {
  readonly rows: readonly ChannelRow[];
  readonly members: ReadonlyMap<number, string>;
  readonly size: number;
};

/** Whoever uses it still has to say who may see what of it. */
export function readAllChannels({ reader, realm, shared, versions }: Viewpoint): Promise<AllChannels> {
  return shared.read(
    `${realm.id} channels`,
    [versions.channels, versions.groups, versions.users],
    async (): Promise<AllChannels> => {
      const rows = (await allChannels(reader, realm.id)).toSorted(byName);
      const holders = await readHolders(reader, realm.id, rows);
      const members = new Map(
        rows.map((row) => [row.id, JSON.stringify(presentChannel(row, holders)).slice(1, -1)]),
      );
      const length = [...members.values()].reduce((sum, text) => sum + text.length, 0);
      return { rows, members, size: length * SIZE_OF_ROW };
    },
  );
}

/** A row takes about as much as its text. */
const SIZE_OF_ROW = 2;

type Lists = {
  readonly byChannel: ReadonlyMap<number, { readonly version: number; readonly list: Piece }>;
  readonly size: number;
};

/** Who is in each of all channels, as JSON. Only channels into which somebody came, or out of which, are read anew. */
export async function readSubscribers(
  { reader, realm, shared, versions }: Viewpoint,
  { rows }: AllChannels,
): Promise<(channelId: number) => Piece> {
  const { byChannel } = await shared.read(
    `${realm.id} subscribers`,
    [versions.channels],
    async (before: Lists | undefined): Promise<Lists> => {
      const known = before?.byChannel;
      const changed = rows.filter((row) => known?.get(row.id)?.version !== row.subscribers_version);
      const lists = await listsOf(reader, realm.id, changed);
      const now = new Map(
        rows.map((row) => {
          const list = lists.get(row.id) ?? known?.get(row.id)?.list ?? '[]';
          return [row.id, { version: row.subscribers_version, list }];
        }),
      );
      const size = [...now.values()].reduce((sum, { list }) => sum + list.length, 0);
      return { byChannel: now, size };
    },
  );
  return (channelId) => byChannel.get(channelId)?.list ?? '[]';
}

/** Users in one statement, or one channel: it must end in time. */
const MOST_AT_ONCE = 100_000;

async function listsOf(
  reader: Reader,
  realmId: number,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<number, Piece>> {
  const lists = new Map<number, Piece>(channels.map(({ id }) => [id, '[]']));
  for (const some of inPortions(channels)) {
    const rows = await reader.all(
      sql<{ channel_id: number; users: string }>`
        select s.channel_id, string_agg(s.user_id::text, ',' order by s.user_id) as users
        from subscription s join realm_user p on p.realm_id = s.realm_id and p.id = s.user_id
        where s.realm_id = ${realmId} and s.channel_id = any(${some.map(({ id }) => id)}::bigint[])
          and s.is_active and p.is_active
        group by s.channel_id`,
    );
    for (const { channel_id, users } of rows) lists.set(channel_id, pieceOf(`[${users}]`));
  }
  return lists;
}

function inPortions(channels: readonly ChannelRow[]): ChannelRow[][] {
  const portions: ChannelRow[][] = [];
  let users = Infinity;
  for (const channel of channels) {
    users += channel.subscriber_count;
    if (users > MOST_AT_ONCE) {
      portions.push([]);
      users = channel.subscriber_count;
    }
    portions.at(-1)?.push(channel);
  }
  return portions;
}
