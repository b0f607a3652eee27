import { sql, type Reader } from '../db/sql.ts';
import { pieceOf, type Piece } from '../http/pieces.ts';
import type { Viewpoint } from '../queues/snapshot.ts';
import type { ChannelRow } from './channel.ts';
import { readHolders } from './holders.ts';
import { byName } from './list.ts';
import { presentChannel } from './present.ts';
import { allChannels } from './queries.ts';

/** All channels of an organization by name, and how each is shown: the members of an object in JSON. */
export type AllChannels = {
  readonly rows: readonly ChannelRow[];
  readonly members: ReadonlyMap<number, string>;
  readonly size: number;
};

/** Whoever uses it still has to say who may see what of it. */
export const readAllChannels = ({ reader, realm, shared, versions }: Viewpoint): Promise<AllChannels> =>
  shared.read(
    `${realm.id} channels`,
    [versions.channels, versions.groups, versions.people],
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

/** A row takes about as much as its text. */
const SIZE_OF_ROW = 2;

type Lists = {
  readonly byChannel: ReadonlyMap<number, { readonly version: number; readonly list: Piece }>;
  readonly size: number;
};

/** Who is in each of all channels, as JSON. Only channels into which somebody came, or out of which, are read anew. */
export const readSubscribers = async (
  { reader, realm, shared, versions }: Viewpoint,
  { rows }: AllChannels,
): Promise<(channelId: number) => Piece> => {
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
};

/** People in one statement, or one channel: it must end in time. */
const MOST_AT_ONCE = 100_000;

const listsOf = async (
  reader: Reader,
  realmId: number,
  channels: readonly ChannelRow[],
): Promise<ReadonlyMap<number, Piece>> => {
  const lists = new Map<number, Piece>(channels.map(({ id }) => [id, '[]']));
  for (const some of inPortions(channels)) {
    const rows = await reader.all(
      sql<{ channel_id: number; people: string }>`
        select s.channel_id, string_agg(s.person_id::text, ',' order by s.person_id) as people
        from subscription s join person p on p.realm_id = s.realm_id and p.id = s.person_id
        where s.realm_id = ${realmId} and s.channel_id = any(${some.map(({ id }) => id)}::bigint[])
          and s.is_active and p.is_active
        group by s.channel_id`,
    );
    for (const { channel_id, people } of rows) lists.set(channel_id, pieceOf(`[${people}]`));
  }
  return lists;
};

const inPortions = (channels: readonly ChannelRow[]): ChannelRow[][] => {
  const portions: ChannelRow[][] = [];
  let people = Infinity;
  for (const channel of channels) {
    people += channel.subscriber_count;
    if (people > MOST_AT_ONCE) {
      portions.push([]);
      people = channel.subscriber_count;
    }
    portions.at(-1)?.push(channel);
  }
  return portions;
};
