import { createBot as contract } from '@parley/contract/endpoints/bots.ts';
import { giveAvatar, type AvatarCopies } from '../../avatars/upload-avatar.ts';
import { q, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { route, type Call } from '../../http/route.ts';
import { avatarUrl } from '../../people/avatar.ts';
import { checkFullName, refuseTakenName } from '../../people/full-name.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { holdPeople } from '../../people/hold-people.ts';
import { badRequest } from '../../problem.ts';
import { createBot } from '../create.ts';
import { defaultChannelNamed } from '../default-channels.ts';
import { OUTGOING, presentDefaults } from '../present.ts';
import type { BotRow } from '../queries.ts';
import {
  botAddress,
  checkConfig,
  checkMayCreate,
  checkPayloadUrl,
  pictureOf,
  refuseActiveName,
} from '../rules.ts';

const EMBEDDED = 4;

export const createBotRoute = route(
  contract,
  async (call, wanted) => {
    const { world, realm } = call;
    const email = botAddress(world.config, realm.subdomain, wanted.short_name);
    const fullName = checkFullName(wanted.full_name);
    const picture = await pictureOf(world, call.files);
    const { bot, apiKey } = await world.write(realm.id, async (tx) => {
      await refuseActiveName(tx, fullName);
      await refuseTakenName(tx, realm, fullName);
      if (wanted.bot_type === EMBEDDED) throw badRequest('This server runs no embedded bots.');
      await refuseTakenAddress(tx, email);
      const { me } = await holdPeople(tx, call, call.person.id);
      await checkMayCreate(tx, { realm, person: me }, wanted.bot_type);
      const actor = { realm, person: me };
      return createBot(tx, world, actor, {
        type: wanted.bot_type,
        email,
        fullName,
        allPublicChannels: wanted.default_all_public_streams ?? false,
        sendingChannelId: await defaultChannelNamed(tx, actor, wanted.default_sending_stream),
        eventsChannelId: await defaultChannelNamed(tx, actor, wanted.default_events_register_stream),
        payloadUrl: payloadUrlOf(wanted.bot_type, wanted.payload_url),
        interface: wanted.interface_type,
        config: checkConfig(wanted.config_data),
      });
    });
    return {
      user_id: bot.id,
      api_key: apiKey,
      avatar_url: avatarUrl(world, picture === undefined ? bot : await pictured(call, bot, picture)),
      ...presentDefaults(bot),
    };
  },
  noGuestsNoBots,
);

/** The bot exists: if its picture cannot be kept now, it has none. */
const pictured = async (
  { world, realm }: Call,
  bot: BotRow,
  picture: AvatarCopies,
): Promise<Parameters<typeof avatarUrl>[1]> => {
  try {
    return await giveAvatar(world, realm, bot.id, picture);
  } catch (error) {
    world.report(error);
    return bot;
  }
};

const payloadUrlOf = (type: number, url: string | undefined): string =>
  url === undefined || (type !== OUTGOING && url === '') ? '' : checkPayloadUrl(url);

const refuseTakenAddress = async (tx: Tx, email: string): Promise<void> => {
  const taken = await tx.first(
    q
      .selectFrom('person')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where(sql<boolean>`lower(delivery_email) = lower(${email})`),
  );
  if (taken !== undefined) throw badRequest('That short name is in use already.');
};
