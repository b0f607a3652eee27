import { limits } from '@parley/contract/limits.ts';
import { withoutUnprintable } from '../../../chat/channels/names.ts';
import { sql, type Reader } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import type { ImportedChannel, ImportedPlace, Member } from './form.ts';
import { findImported } from './imported.ts';
import type { ImportedAccount } from './people.ts';
import { cutTo, storable, uniqueName } from './texts.ts';

/**
 * A conversation that receives the messages of a place while nobody reaches it. `targetId` is the channel that they will be
 * in, or undefined for direct conversations; `channelId` is what their rows name until then.
 */
export type ImportHome = {
  readonly key: string;
  readonly conversationId: number;
  readonly targetId: number | undefined;
  readonly channelId: number | undefined;
  readonly channel: ImportedChannel | undefined;
  /** The people of a direct conversation. */
  readonly users: readonly number[];
  /** Its people by their keys, if the archive tells what they read. */
  readonly members: readonly Member[];
  /** Whether neither it nor its channel had messages when the import began. */
  readonly isFresh: boolean;
};

export type Homes = {
  /** The home of a place, which is made when it is asked for first. */
  of(place: ImportedPlace): Promise<ImportHome | undefined>;
  all(): readonly ImportHome[];
  /** Makes the homes of all channels; returns the channels that they will be in, by key. */
  prepare(): Promise<Map<string, TargetChannel>>;
};

export type TargetChannel = { readonly channel: ImportedChannel; readonly id: number; readonly name: string };

type Making = {
  readonly world: World;
  readonly realmId: number;
  readonly origin: string;
  readonly accounts: ReadonlyMap<string, ImportedAccount>;
};

type HomeRow = { source_id: string; conversation_id: number; target_id: number | null; is_new: boolean };

/** Direct conversations are named by their people here, so that two rooms of the same people are one conversation. */
const DIRECT = 'direct ';

export async function openHomes(
  making: Making,
  listed: readonly ImportedChannel[],
  directs: readonly (readonly Member[])[] = [],
): Promise<Homes> {
  const { world, realmId, origin, accounts } = making;
  const channels = listed.filter(({ key }) => key !== '' && !key.startsWith(DIRECT));
  const byKey = new Map(channels.map((channel) => [channel.key, channel]));
  // Two conversations of the same people are one here; what was read of either counts.
  const told = directs.flatMap((members) => {
    const key = directKey(
      members.map(({ person }) => person),
      accounts,
    );
    return members.filter(({ readUpTo }) => readUpTo !== undefined).map((member) => ({ key, member }));
  });
  const membersOf = Map.groupBy(told, ({ key }) => key);
  const homes = new Map<string, ImportHome>();
  const add = (row: HomeRow, isFresh: boolean): ImportHome => {
    const home: ImportHome = {
      key: row.source_id,
      conversationId: row.conversation_id,
      targetId: row.target_id ?? undefined,
      channelId: row.is_new ? (row.target_id ?? undefined) : undefined,
      channel: byKey.get(row.source_id),
      users: row.source_id.startsWith(DIRECT)
        ? row.source_id.slice(DIRECT.length).split(',').map(Number)
        : [],
      members: (membersOf.get(row.source_id) ?? []).map(({ member }) => member),
      isFresh: isFresh && row.is_new,
    };
    homes.set(row.source_id, home);
    return home;
  };
  for (const row of await readHomes(world.pool, realmId, origin)) add(row, false);
  const targets = await findTargets(making, channels);
  const of = async (place: ImportedPlace): Promise<ImportHome | undefined> => {
    const key = 'channel' in place ? place.channel : directKey(place.people, accounts);
    if (key === DIRECT) return undefined;
    const known = homes.get(key);
    if (known !== undefined) return known;
    if ('people' in place) return add(await makeHome(making, key, null), true);
    if (!byKey.has(key)) return undefined;
    return add(await makeHome(making, key, targets.get(key) ?? 'new'), true);
  };
  return {
    of,
    all: () => [...homes.values()],
    prepare: async () => {
      const taken = await namesOfChannels(world.pool, realmId);
      const named = new Map<string, TargetChannel>();
      for (const channel of channels) {
        const home = await of({ channel: channel.key });
        const id = home?.targetId ?? 0;
        named.set(channel.key, { channel, id, name: taken.get(id) ?? nameFor(channel, id, taken) });
      }
      return named;
    },
  };
}

function directKey(people: readonly string[], accounts: ReadonlyMap<string, ImportedAccount>): string {
  const ids = new Set(people.flatMap((key) => accounts.get(key)?.id ?? []));
  return DIRECT + [...ids].toSorted((a, b) => a - b).join(',');
}

function readHomes(reader: Reader, realmId: number, origin: string): Promise<HomeRow[]> {
  return reader.all(sql<HomeRow>`
    select source_id, conversation_id, target_id, is_new from import_home
    where realm_id = ${realmId} and origin = ${origin} order by conversation_id`);
}

/** Channels that exist: those of an earlier import, and public ones of the same name as a public one of the archive. */
async function findTargets(
  { world, realmId, origin }: Making,
  channels: readonly ImportedChannel[],
): Promise<Map<string, number>> {
  const targets = await findImported(
    world.pool,
    realmId,
    origin,
    'channel',
    channels.map(({ key }) => key),
  );
  const existing = await world.pool.all(sql<{ id: number; name: string }>`
    select c.id, lower(c.name) as name from channel c
    where realm_id = ${realmId} and not is_private and not is_archived`);
  const byName = new Map(existing.map(({ id, name }) => [name, id]));
  const taken = new Set(targets.values());
  for (const { key, name, isPrivate, isArchived } of channels) {
    const id = byName.get(channelName(name).toLowerCase());
    if (targets.has(key) || isPrivate || isArchived || id === undefined || taken.has(id)) continue;
    targets.set(key, id);
    taken.add(id);
  }
  return targets;
}

async function makeHome(
  { world, realmId, origin }: Making,
  key: string,
  target: number | 'new' | null,
): Promise<HomeRow> {
  const isNew = target === 'new';
  const row = await world.write(realmId, (tx) =>
    tx.first(sql<HomeRow>`
      with home as (
        insert into conversation (realm_id) values (${realmId}) returning id
      )
      insert into import_home (realm_id, origin, source_id, conversation_id, target_id, is_new)
      select ${realmId}, ${origin}, ${key}, home.id,
        case when ${isNew} then nextval('channel_id')
        else ${typeof target === 'number' ? target : null}::bigint end, ${isNew}
      from home
      returning source_id, conversation_id, target_id, is_new`),
  );
  if (row === undefined) throw new Error('The conversation was not created.');
  return row;
}

export async function namesOfChannels(reader: Reader, realmId: number): Promise<Map<number, string>> {
  const rows = await reader.all(sql<{ id: number; name: string }>`
    select id, name from channel where realm_id = ${realmId}`);
  return new Map(rows.map(({ id, name }) => [id, name]));
}

/** A name that no channel has; it is kept among those that are taken. */
export function nameFor({ name }: ImportedChannel, id: number, taken: Map<number, string>): string {
  const keys = new Set([...taken.values()].map((other) => other.toLowerCase()));
  const unique = uniqueName(channelName(name), limits.channelNameLength, (candidate) =>
    keys.has(candidate.toLowerCase()),
  );
  taken.set(id, unique);
  return unique;
}

/** The name as our channels can have it. */
export function channelName(name: string): string {
  return cutTo(withoutUnprintable(storable(name)).trim(), limits.channelNameLength) || 'channel';
}
