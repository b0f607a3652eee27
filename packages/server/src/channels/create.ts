import type { Insertable } from 'kysely';
import type { Config } from '../config.ts';
import type { Schema } from '../db/schema.ts';
import { isTaken } from '../db/problems.ts';
import { q, sql, toJson, type Query } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { nonGuests } from '../log/audience.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { channelSeers } from './audience.ts';
import type { ChannelRow } from './channel.ts';
import { readHolders } from './holders.ts';
import { checkMayCreate, columnsOf, grantInitially, type InitialSettings } from './initial-settings.ts';
import { describe } from './names.ts';
import { presentChannel } from './present.ts';

type Context = { readonly world: { readonly config: Pick<Config, 'webPublic'> }; readonly now: number };

export type NewChannel = { readonly name: string; readonly description?: string | undefined };

/**
 * Makes channels with the same settings and tells those who see them. Whoever calls it holds the organization,
 * so that two channels never get the same name.
 */
export const createChannels = async (
  tx: Tx,
  actor: Actor,
  wanted: readonly NewChannel[],
  settings: InitialSettings,
  { world, now }: Context,
): Promise<ChannelRow[]> => {
  const columns = columnsOf(settings);
  const grants: Record<string, number>[] = [];
  // A list of people belongs to one channel alone, because it changes with it.
  for (const _ of wanted) grants.push(await grantInitially(tx, actor, settings, columns));
  await checkMayCreate(tx, actor, columns, world.config);
  const channels: ChannelRow[] = [];
  for (const [index, { name, description = '' }] of wanted.entries()) {
    const channel = await insertChannel(tx, {
      name,
      ...describe(description),
      creator_id: actor.person.id,
      created_at: new Date(now),
      ...columns,
      permissions: toJson(grants[index] ?? {}),
    });
    channels.push(channel);
  }
  await announce(tx, channels);
  if (columns.is_default && channels.length > 0) await announceDefaults(tx);
  return channels;
};

type Columns = Omit<Insertable<Schema['channel']>, 'realm_id' | 'conversation_id'>;

export const insertChannel = async (tx: Tx, columns: Columns): Promise<ChannelRow> => {
  const conversation = await tx.first(
    q.insertInto('conversation').values({ realm_id: tx.realmId }).returning('id'),
  );
  const channel = await insert(
    tx,
    q
      .insertInto('channel')
      .values({ realm_id: tx.realmId, conversation_id: conversation?.id ?? 0, ...columns })
      .returningAll(),
  );
  if (channel === undefined) throw new Error('The channel was not created.');
  return channel;
};

/** Names are given out one at a time; this is for a rename that came in between. */
const insert = async (tx: Tx, query: Query<ChannelRow>): Promise<ChannelRow | undefined> => {
  try {
    return await tx.first(query);
  } catch (error) {
    if (isTaken(error, 'channel_name')) throw badRequest('Another channel got this name just now.');
    throw error;
  }
};

const announce = async (tx: Tx, channels: readonly ChannelRow[]): Promise<void> => {
  const holders = await readHolders(tx, tx.realmId, channels);
  for (const channel of channels)
    tx.emit(await channelSeers(tx, channel), {
      type: 'stream',
      op: 'create',
      streams: [presentChannel(channel, holders)],
    });
};

/** Tells which channels new people are subscribed to from now on. */
export const announceDefaults = async (tx: Tx): Promise<void> => {
  tx.emit(nonGuests, { type: 'default_streams', default_streams: await defaultChannelIds(tx) });
};

export const defaultChannelIds = async (tx: Tx): Promise<number[]> => {
  const rows = await tx.all(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('is_default', '=', sql<boolean>`true`)
      .orderBy('id'),
  );
  return rows.map(({ id }) => id);
};
