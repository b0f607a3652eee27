import { updateBot as contract } from '@parley/contract/endpoints/bots.ts';
import { giveAvatar } from '../../avatars/upload-avatar.ts';
import { q } from '../../db/sql.ts';
import { route, type Call } from '../../http/route.ts';
import { avatarUrl } from '../../people/avatar.ts';
import { noGuestsNoBots } from '../../people/gates.ts';
import { shownAddress, sightOf } from '../../people/present.ts';
import { presentDefaults } from '../present.ts';
import type { BotRow } from '../queries.ts';
import { pictureOf } from '../rules.ts';
import { updateBot } from '../update.ts';

export const updateBotRoute = route(
  contract,
  async (call, { bot_id, ...changes }) => {
    const { world, realm } = call;
    const picture = await pictureOf(world, call.files);
    const bot = await world.write(realm.id, (tx) => updateBot(tx, world, call, bot_id, changes));
    const shown = picture === undefined ? bot : await giveAvatar(world, realm, bot.id, picture);
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
);

const interfaceOf = ({ interface: kind }: BotRow): 1 | 2 | null => {
  if (kind === null) return null;
  return kind === 2 ? 2 : 1;
};

const ownerAddress = async (call: Call, { bot_owner_id }: BotRow): Promise<string | undefined> => {
  if (bot_owner_id === null) return undefined;
  const owner = await call.world.pool.first(
    q
      .selectFrom('person')
      .select(['id', 'delivery_email', 'email_visibility'])
      .where('realm_id', '=', call.realm.id)
      .where('id', '=', bot_owner_id),
  );
  return owner === undefined ? undefined : shownAddress(owner, sightOf(call.world, call, false).domain);
};
