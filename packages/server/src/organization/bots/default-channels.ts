import { accessChannelByName } from '../../chat/channels/access.ts';
import type { ChannelRow } from '../../chat/channels/channel.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import { botManagers, listBots, presentDefaults } from './rows.ts';

/** Resolves a bot's default channel, which the actor must be able to read. An empty name means no channel. */
export async function defaultChannelNamed(
  reader: Reader,
  actor: Actor,
  name: string | undefined,
): Promise<number | null> {
  if (name === undefined || name === '') return null;
  return (await accessChannelByName(reader, actor, name, 'content', { archived: 'refused' })).id;
}

/** The default options of a bot's event queues; human users have none. */
export async function queueDefaultsOf(
  reader: Reader,
  user: UserRow,
): Promise<{ allPublicChannels: boolean; channel: string | undefined }> {
  if (user.bot_type === null) return { allPublicChannels: false, channel: undefined };
  const [bot] = await listBots(reader, user.realm_id, { id: user.id });
  return {
    allPublicChannels: bot?.default_all_public_streams ?? false,
    channel: bot?.events_channel_name ?? undefined,
  };
}

/** Publishes the bots with this default channel after it was renamed, because bots are shown with channel names. */
export async function publishBotsWithChannel(tx: Tx, channel: Pick<ChannelRow, 'id'>): Promise<void> {
  const rows = await tx.all(
    q
      .selectFrom('bot')
      .select('user_id')
      .where('realm_id', '=', tx.realmId)
      .where(sql<boolean>`${channel.id}::bigint in (default_sending_channel_id, default_events_channel_id)`),
  );
  for (const { user_id } of rows)
    for (const bot of await listBots(tx, tx.realmId, { id: user_id }))
      tx.emit(botManagers(bot), {
        type: 'realm_bot',
        op: 'update',
        bot: { user_id: bot.id, ...presentDefaults(bot) },
      });
}
