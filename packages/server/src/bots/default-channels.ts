import { accessByName } from '../channels/access.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import { keepersOf } from './keepers.ts';
import { presentDefaults } from './present.ts';
import { listBots } from './queries.ts';

/** The channel that a bot is to use by itself: one that the actor can read. An empty name means none. */
export const defaultChannelNamed = async (
  reader: Reader,
  actor: Actor,
  name: string | undefined,
): Promise<number | null> => {
  if (name === undefined || name === '') return null;
  return (await accessByName(reader, actor, name, 'content', { archived: 'refused' })).id;
};

/** What a bot's queues are like when it says nothing about it. People have no such habits. */
export const queueDefaultsOf = async (
  reader: Reader,
  person: PersonRow,
): Promise<{ allPublicChannels: boolean; channel: string | undefined }> => {
  if (person.bot_type === null) return { allPublicChannels: false, channel: undefined };
  const [bot] = await listBots(reader, person.realm_id, { id: person.id });
  return {
    allPublicChannels: bot?.default_all_public_streams ?? false,
    channel: bot?.events_channel_name ?? undefined,
  };
};

/** Bots are shown with the names of their channels: who looks after them hears of a new one. */
export const tellBotsOf = async (tx: Tx, channel: Pick<ChannelRow, 'id'>): Promise<void> => {
  const rows = await tx.all(
    q
      .selectFrom('bot')
      .select('person_id')
      .where('realm_id', '=', tx.realmId)
      .where(sql<boolean>`${channel.id}::bigint in (default_sending_channel_id, default_events_channel_id)`),
  );
  for (const { person_id } of rows)
    for (const bot of await listBots(tx, tx.realmId, { id: person_id }))
      tx.emit(keepersOf(bot), {
        type: 'realm_bot',
        op: 'update',
        bot: { user_id: bot.id, ...presentDefaults(bot) },
      });
};
