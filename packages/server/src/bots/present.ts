import type { OwnedBot, RealmBot } from '@parley/contract/objects/bot.ts';
import { avatarUrl } from '../people/avatar.ts';
import type { Server } from '../people/server.ts';
import type { BotRow } from './queries.ts';

export const OUTGOING = 3;

/** Channels come with the conversations; until then no bot has one. */
const noChannel = { default_sending_stream: null, default_events_register_stream: null } as const;

export const presentDefaults = (bot: Pick<BotRow, 'default_all_public_streams'>) => ({
  ...noChannel,
  default_all_public_streams: bot.default_all_public_streams,
});

/** What the owner of a bot and administrators learn about it. */
export const presentBot = (bot: BotRow): RealmBot => ({
  user_id: bot.id,
  ...presentDefaults(bot),
  services: presentServices(bot),
});

export const presentServices = (bot: BotRow): RealmBot['services'] =>
  bot.bot_type === OUTGOING
    ? [{ base_url: bot.payload_url ?? '', interface: bot.interface ?? 1, token: bot.service_token ?? '' }]
    : [];

export const presentOwnedBot = (bot: BotRow, server: Server): OwnedBot => ({
  username: bot.delivery_email,
  full_name: bot.full_name,
  api_key: server.sealer.open(bot.key_sealed),
  avatar_url: avatarUrl(server, bot),
  ...presentDefaults(bot),
});
