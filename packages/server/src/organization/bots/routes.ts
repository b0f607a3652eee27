import * as endpoints from '@parley/contract/endpoints/bots.ts';
import { checkServiceName } from '../../chat/embedded-bots/embedded-bots.ts';
import { q, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { type Call, route, type Route } from '../../http/route.ts';
import { type AvatarCopies, replaceAvatar } from '../avatars/upload-avatar.ts';
import { accessBot, lockBot } from './access.ts';
import { createBot } from './create.ts';
import { defaultChannelNamed } from './default-channels.ts';
import {
  type BotRow,
  EMBEDDED_BOT,
  listBots,
  OUTGOING_BOT,
  presentDefaults,
  presentOwnedBot,
} from './rows.ts';
import {
  botAddress,
  checkConfig,
  checkMayCreateBot,
  checkPayloadUrl,
  pictureOf,
  refuseActiveName,
} from './checks.ts';
import { updateBot } from './update.ts';
import { openBotKey, replaceBotKey } from '../credentials/keys.ts';
import { avatarUrl } from '../users/avatar.ts';
import { deactivate } from '../users/deactivate.ts';
import { checkFullName, refuseTakenName } from '../users/full-name.ts';
import { noGuestsNoBots } from '../users/gates.ts';
import { lockWithActor } from '../users/lock-with-actor.ts';
import { shownAddress, userVisibilityOf } from '../users/present.ts';

export const botRoutes: readonly Route[] = [
  route(
    endpoints.getBots,
    async ({ world, realm, user }) => {
      const bots = await listBots(world.pool, realm.id, { ownerId: user.id, activeOnly: true });
      return { bots: bots.map((bot) => presentOwnedBot(bot, world)) };
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.createBot,
    async (call, wanted) => {
      const { world, realm } = call;
      const email = botAddress(world.config, realm.subdomain, wanted.short_name);
      const fullName = checkFullName(wanted.full_name);
      const picture = await pictureOf(call);
      const { bot, apiKey } = await world.write(realm.id, async (tx) => {
        await refuseActiveName(tx, fullName);
        await refuseTakenName(tx, realm, fullName);
        const serviceName = wanted.bot_type === EMBEDDED_BOT ? checkServiceName(wanted.service_name) : null;
        await refuseTakenAddress(tx, email);
        const { me } = await lockWithActor(tx, call, call.user.id);
        await checkMayCreateBot(tx, { realm, user: me }, wanted.bot_type);
        const actor = { realm, user: me };
        return createBot(tx, world, actor, {
          type: wanted.bot_type,
          email,
          fullName,
          allPublicChannels: wanted.default_all_public_streams ?? false,
          sendingChannelId: await defaultChannelNamed(tx, actor, wanted.default_sending_stream),
          eventsChannelId: await defaultChannelNamed(tx, actor, wanted.default_events_register_stream),
          payloadUrl: payloadUrlOf(wanted.bot_type, wanted.payload_url),
          interface: wanted.interface_type,
          serviceName,
          config: checkConfig(wanted.config_data),
        });
      });
      return {
        user_id: bot.id,
        api_key: apiKey,
        avatar_url: avatarUrl(world, picture === undefined ? bot : await withAvatar(call, bot, picture)),
        ...presentDefaults(bot),
      };
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.updateBot,
    async (call, { bot_id, ...changes }) => {
      const { world, realm } = call;
      const picture = await pictureOf(call);
      const bot = await world.write(realm.id, (tx) => updateBot(tx, world, call, bot_id, changes));
      const shown = picture === undefined ? bot : await replaceAvatar(world, realm, bot.id, picture);
      const owner = await ownerAddress(call, bot);
      return {
        full_name: bot.full_name,
        avatar_url: avatarUrl(world, shown),
        service_interface: interfaceOf(bot),
        service_payload_url: bot.payload_url,
        config_data: Object.keys(bot.config).length === 0 ? null : bot.config,
        ...presentDefaults(bot),
        ...(owner === undefined ? {} : { bot_owner: owner }),
      };
    },
    noGuestsNoBots,
  ),
  route(endpoints.deleteBot, async (call, { bot_id }) => {
    await call.world.write(call.realm.id, async (tx) => {
      const { bot } = await lockBot(tx, call, bot_id);
      if (bot.is_active) await deactivate(tx, call.realm, bot);
    });
    return {};
  }),
  route(
    endpoints.getBotApiKey,
    async (call, { bot_id }) => {
      const bot = await accessBot(call.world.pool, call, bot_id);
      // The key would let an administrator read what only the bot may read.
      if (bot.bot_owner_id !== call.user.id)
        throw badRequest('Only the owner of a bot can read its API key.');
      return { api_key: openBotKey(call.world.sealer, bot) };
    },
    noGuestsNoBots,
  ),
  route(
    endpoints.regenerateBotApiKey,
    async (call, { bot_id }) => {
      return call.world.write(call.realm.id, async (tx) => {
        const { bot } = await lockBot(tx, call, bot_id);
        const api_key = await replaceBotKey(tx, call.world.sealer, bot.id);
        return bot.bot_owner_id === call.user.id ? { api_key } : {};
      });
    },
    noGuestsNoBots,
  ),
];

/** Stores the avatar of a new bot. A failure is only reported, because the bot already exists. */
async function withAvatar(
  { world, realm }: Call,
  bot: BotRow,
  picture: AvatarCopies,
): Promise<Parameters<typeof avatarUrl>[1]> {
  try {
    return await replaceAvatar(world, realm, bot.id, picture);
  } catch (error) {
    world.report(error, 'store the avatar of a bot');
    return bot;
  }
}

function payloadUrlOf(type: number, url: string | undefined): string {
  return url === undefined || (type !== OUTGOING_BOT && url === '') ? '' : checkPayloadUrl(url);
}

async function refuseTakenAddress(tx: Tx, email: string): Promise<void> {
  const taken = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (taken !== undefined) throw badRequest('This short_name is already in use.');
}

function interfaceOf({ interface: kind }: BotRow): 1 | 2 | null {
  if (kind === null) return null;
  return kind === 2 ? 2 : 1;
}

async function ownerAddress(call: Call, { bot_owner_id }: BotRow): Promise<string | undefined> {
  if (bot_owner_id === null) return undefined;
  const owner = await call.world.pool.first(
    q
      .selectFrom('realm_user')
      .select(['id', 'delivery_email', 'email_visibility'])
      .where('realm_id', '=', call.realm.id)
      .where('id', '=', bot_owner_id),
  );
  return owner === undefined
    ? undefined
    : shownAddress(owner, userVisibilityOf(call.world, call, false).domain);
}
