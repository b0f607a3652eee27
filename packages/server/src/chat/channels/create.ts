import { limits } from '@parley/contract/limits.ts';
import type { Insertable } from 'kysely';
import { channelAudience } from './audience.ts';
import { type ChannelRow, readHolders } from './channel.ts';
import { checkMayCreate, columnsOf, initialPermissions, type InitialSettings } from './initial-settings.ts';
import { renderDescription } from './names.ts';
import { recordedChannel } from './recorded-channel.ts';
import { presentChannel } from './present.ts';
import type { Config } from '../../engine/config.ts';
import { isUniqueViolation } from '../../engine/db/errors.ts';
import { countOfRealm } from '../../engine/db/realm.ts';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Query, sql, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { nonGuests } from '../../engine/log/audience.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { Actor } from '../../http/actor.ts';

type Context = { readonly world: { readonly config: Pick<Config, 'webPublic'> }; readonly now: number };

export type NewChannel = { readonly name: string; readonly description?: string | undefined };

/**
 * Creates channels with the same settings and publishes them. The caller has locked the organization, so two
 * channels never get the same name.
 */
export async function createChannels(
  tx: Tx,
  actor: Actor,
  requested: readonly NewChannel[],
  settings: InitialSettings,
  { world, now }: Context,
): Promise<ChannelRow[]> {
  await checkRoom(tx, requested.length);
  const columns = columnsOf(settings);
  const grants: Record<string, number>[] = [];
  // Channels never share an anonymous group, because a change to one channel changes its group.
  for (const _ of requested) grants.push(await initialPermissions(tx, actor, settings, columns));
  await checkMayCreate(tx, actor, columns, world.config);
  const channels: ChannelRow[] = [];
  for (const [index, { name, description = '' }] of requested.entries()) {
    const channel = await insertChannel(tx, {
      name,
      ...renderDescription(description),
      creator_id: actor.user.id,
      created_at: new Date(now),
      ...columns,
      permissions: toJson(grants[index] ?? {}),
    });
    channels.push(channel);
  }
  for (const channel of channels)
    tx.record({
      action: 'channel.created',
      object: { type: 'channel', id: channel.id },
      after: recordedChannel(channel),
    });
  await publishCreation(tx, channels);
  if (columns.is_default && channels.length > 0) await publishDefaultChannels(tx);
  return channels;
}

async function checkRoom(tx: Tx, added: number): Promise<void> {
  if ((await countOfRealm(tx, 'channel')) + added > limits.channelsPerRealm)
    throw badRequest(`An organization can have at most ${limits.channelsPerRealm} channels.`);
}

type Columns = Omit<Insertable<Schema['channel']>, 'realm_id' | 'conversation_id'>;

export async function insertChannel(tx: Tx, columns: Columns): Promise<ChannelRow> {
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
}

/** The lock on the organization does not exclude a concurrent rename, which the unique index catches. */
async function insert(tx: Tx, query: Query<ChannelRow>): Promise<ChannelRow | undefined> {
  try {
    return await tx.first(query);
  } catch (error) {
    if (isUniqueViolation(error, 'channel_name'))
      throw badRequest('A channel with this name was created at the same time.');
    throw error;
  }
}

async function publishCreation(tx: Tx, channels: readonly ChannelRow[]): Promise<void> {
  const holders = await readHolders(tx, tx.realmId, channels);
  for (const channel of channels)
    tx.emit(await channelAudience(tx, channel), {
      type: 'stream',
      op: 'create',
      streams: [presentChannel(channel, holders)],
    });
}

/** Publishes the channels to which new users are subscribed. */
export async function publishDefaultChannels(tx: Tx): Promise<void> {
  tx.emit(nonGuests, { type: 'default_streams', default_streams: await defaultChannelIds(tx) });
}

export async function defaultChannelIds(tx: Tx): Promise<number[]> {
  const rows = await tx.all(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('is_default', '=', sql<boolean>`true`)
      .orderBy('id'),
  );
  return rows.map(({ id }) => id);
}
