import type { OwnedBot, RealmBot } from '@parley/contract/objects/bot.ts';
import { avatarUrl } from '../people/avatar.ts';
import type { Server } from '../people/server.ts';
import type { BotRow } from './queries.ts';

export const OUTGOING = 3;

type Defaults = Pick<BotRow, 'default_all_public_streams' | 'sending_channel_name' | 'events_channel_name'>;

export const presentDefaults = (bot: Defaults) => ({
  default_sending_stream: bot.sending_channel_name,
  default_events_register_stream: bot.events_channel_name,
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
