import type { Door } from '@parley/contract/endpoints/arriving.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { ApiError } from '../../engine/api-error.ts';
import type { RealmRow } from '../../engine/db/realm.ts';
import { q, sql } from '../../engine/db/sql.ts';
import { urlOf } from '../../engine/hosts.ts';
import { VERSION } from '../../engine/version.ts';
import { admit } from '../../http/admit.ts';
import { sessionCredentials } from '../../http/credentials.ts';
import type { IncomingRequest } from '../../http/lifecycle.ts';
import type { World } from '../../http/world.ts';
import { isOpen } from '../joining/enter.ts';
import { realmAt } from '../joining/entry.ts';
import { imagesOf } from '../realm/icon.ts';
import { isLoginMethodEnabled } from '../realm/settings.ts';
import { hasWebPublicAccess } from '../realm/web-public.ts';
import { presentSampleUsers } from '../sessions/sample-users.ts';
import { hasNoOrganization } from '../setup/code.ts';
import { externalMethods } from '../sign-on/methods.ts';
import { avatarUrl } from '../users/avatar.ts';

type DoorRequest = Pick<IncomingRequest, 'host' | 'cookie'>;

/** The door of the host for a visitor; throws where no organization is and none can be made. */
export async function doorOf(world: World, request: DoorRequest): Promise<Door> {
  if (await hasNoOrganization(world.pool)) return EMPTY_SERVER;
  const realm = await realmAt(world, request);
  const { config, mailer, pool } = world;
  const hasSignOn = isLoginMethodEnabled('OpenID Connect', realm, config);
  const images = imagesOf(config, realm);
  return {
    version: VERSION,
    organization: {
      name: realm.name,
      url: urlOf(config.hosts, realm.subdomain),
      icon_url: images.icon_source === 'U' ? images.icon_url : null,
    },
    user_id: await userOf(world, request),
    takes_passwords: isLoginMethodEnabled('Email', realm),
    sign_on: (hasSignOn ? externalMethods(config) : []).map(({ name, display_name, login_url }) => ({
      name,
      label: display_name,
      url: login_url,
    })),
    sends_mail: mailer !== undefined,
    is_open: mailer !== undefined && isOpen(realm),
    has_public_channels: await hasWebPublicAccess(pool, config, realm),
    sample_users: await presentSampleUsers(world, request),
    helpers: mailer === undefined ? await helpersOf(world, realm) : [],
  };
}

const EMPTY_SERVER: Door = {
  version: VERSION,
  organization: null,
  user_id: null,
  takes_passwords: true,
  sign_on: [],
  sends_mail: false,
  is_open: false,
  has_public_channels: false,
  sample_users: [],
  helpers: [],
};

/** The cookie alone tells, also where a link of another site led here: the answer is for this browser only. */
async function userOf(world: World, request: DoorRequest): Promise<number | null> {
  const credentials = sessionCredentials(world.config.hosts, request);
  if (credentials === undefined) return null;
  try {
    return (await admit(world, { host: request.host, credentials })).user.id;
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return null;
    throw error;
  }
}

const MAX_HELPERS = 3;

/** Administrators who can make a link for a new password. Visitors see their names only where no mail can be sent. */
async function helpersOf(world: World, realm: RealmRow): Promise<Door['helpers']> {
  const rows = await world.pool.all(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('is_active', '=', true)
      .where('bot_type', 'is', null)
      .where('role', '<=', roles.administrator)
      .where(sql<boolean>`not is_imported_stub`)
      .orderBy('role')
      .orderBy('id')
      .limit(MAX_HELPERS),
  );
  return rows.map((user) => ({
    full_name: user.full_name,
    role: user.role,
    avatar_url: avatarUrl(world, user),
  }));
}
