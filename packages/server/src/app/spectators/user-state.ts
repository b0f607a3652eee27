import { setImmediate } from 'node:timers/promises';
import { notificationBot } from '../../chat/notices/compose-notice.ts';
import { presentToSpectator } from '../../chat/spectators/present.ts';
import { Json } from '../../engine/json-pieces.ts';
import type { Viewpoint } from '../../http/snapshot.ts';
import { visibleUsersOf, hidesUsers } from '../../organization/users/access.ts';
import { domainOf, placeholderAddress } from '../../organization/users/address.ts';
import { UNKNOWN_AVATAR } from '../../organization/users/avatar.ts';
import { usersPages } from '../../organization/users/queries.ts';

/** The users visible to spectators, and the spectator itself as a guest without permissions. */
export async function spectatorUserState(viewpoint: Viewpoint): Promise<object> {
  const { reader, realm, user, config } = viewpoint;
  const { active, inactive } = await sharedLists(viewpoint);
  const bot = presentToSpectator(await notificationBot(reader, realm.id), viewpoint, realm.subdomain);
  const address = placeholderAddress(domainOf(config.hosts, realm.subdomain), user.id);
  return {
    realm_users: new Json(active),
    realm_non_active_users: new Json(inactive),
    cross_realm_bots: [{ ...bot, is_system_bot: true }],
    user_id: user.id,
    email: address,
    delivery_email: address,
    full_name: user.full_name,
    avatar_source: user.avatar_source,
    avatar_url: UNKNOWN_AVATAR,
    avatar_url_medium: UNKNOWN_AVATAR,
    is_owner: false,
    is_admin: false,
    is_moderator: false,
    is_guest: true,
    can_create_streams: false,
    can_create_public_streams: false,
    can_create_private_streams: false,
    can_create_web_public_streams: false,
    can_subscribe_other_users: false,
    can_invite_others_to_realm: false,
  };
}

type Lists = { readonly active: Buffer; readonly inactive: Buffer; readonly size: number };

/** The lists are the same for every spectator, so they are cached until a user changes. */
async function sharedLists(viewpoint: Viewpoint): Promise<Lists> {
  const { reader, realm, shared, versions } = viewpoint;
  const isHiding = await hidesUsers(reader, realm);
  return shared.read(`${realm.id} users of spectators ${isHiding}`, [versions.users], async () => {
    const sees = await visibleUsersOf(reader, viewpoint);
    const texts: { active: string[]; inactive: string[] } = { active: [], inactive: [] };
    for await (const page of usersPages(reader, realm.id)) {
      for (const [index, user] of page.filter(sees).entries()) {
        const text = JSON.stringify(presentToSpectator(user, viewpoint, realm.subdomain));
        texts[user.is_active ? 'active' : 'inactive'].push(text);
        if (index % USERS_PER_TURN === 0) await setImmediate();
      }
    }
    const [active, inactive] = [listText(texts.active), listText(texts.inactive)];
    return { active, inactive, size: active.length + inactive.length };
  });
}

/** Users encoded before the event loop handles other requests. */
const USERS_PER_TURN = 1000;

function listText(texts: readonly string[]): Buffer {
  return Buffer.from(`[${texts.join(',')}]`);
}
