import * as realmImagesEndpoints from '@parley/contract/endpoints/realm-images.ts';
import * as realmEndpoints from '@parley/contract/endpoints/realm.ts';
import * as serverEndpoints from '@parley/contract/endpoints/server.ts';
import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import type { Config } from '../../engine/config.ts';
import { findRealm, type RealmRow } from '../../engine/db/realm.ts';
import { urlOf } from '../../engine/hosts.ts';
import { canNotifyApps } from '../../engine/push-config.ts';
import { badRequest } from '../../engine/api-error.ts';
import { MERGE_BASE, VERSION } from '../../engine/version.ts';
import { clientProgram } from '../../http/client-name.ts';
import { oneFile } from '../../http/files/store-pictures.ts';
import { publicRoute, route, type Route, type Visit } from '../../http/route.ts';
import { setImage, removeImage } from './change-image.ts';
import { requireRecentLogin } from '../credentials/recent-login.ts';
import { deactivateRealm } from './deactivate-realm.ts';
import { imagesOf } from './icon.ts';
import { isLoginMethodEnabled, renderedDescriptionOf } from './settings.ts';
import { updateRealm } from './update-realm.ts';
import { hasWebPublicAccess } from './web-public.ts';
import { externalMethods } from '../sign-on/methods.ts';
import { administratorsOnly, ownersOnly } from '../users/gates.ts';

export const realmRoutes: readonly Route[] = [
  publicRoute(serverEndpoints.getServerSettings, async (visit) => {
    const realm = await realmAt(visit);
    const { config } = visit.world;
    const url = urlOf(config.hosts, realm?.subdomain ?? '');
    return {
      authentication_methods: methodsOf(realm, config),
      external_authentication_methods: isLoginMethodEnabled('OpenID Connect', realm, config)
        ? externalMethods(config)
        : [],
      feature_level: FEATURE_LEVEL,
      zulip_feature_level: FEATURE_LEVEL,
      server_version: VERSION,
      zulip_version: VERSION,
      merge_base: MERGE_BASE,
      zulip_merge_base: MERGE_BASE,
      push_notifications_enabled: canNotifyApps(config),
      is_incompatible: isIncompatible(visit.client.agent),
      email_auth_enabled: isLoginMethodEnabled('Email', realm),
      require_email_format_usernames: true,
      realm_url: url,
      realm_uri: url,
      ...(realm === undefined
        ? {}
        : {
            realm_name: realm.name,
            realm_icon: imagesOf(config, realm).icon_url,
            realm_description: renderedDescriptionOf(realm) || PLACEHOLDER,
          }),
      realm_web_public_access_enabled:
        realm !== undefined && (await hasWebPublicAccess(visit.world.pool, config, realm)),
    };
  }),
  route(
    realmEndpoints.updateRealm,
    ({ world, realm, user }, given) =>
      world.write(realm.id, (tx) =>
        updateRealm(tx, { realm, user }, given, { config: world.config, now: world.clock.now() }),
      ),
    administratorsOnly,
  ),
  route(
    realmImagesEndpoints.uploadRealmIcon,
    async (call) => {
      const { icon_url } = await setImage(call.world, call, 'icon', oneFile(call.files).content);
      return { icon_url };
    },
    administratorsOnly,
  ),
  route(
    realmImagesEndpoints.deleteRealmIcon,
    async ({ world, realm }) => {
      const { icon_url } = await removeImage(world, realm.id, 'icon');
      return { icon_url };
    },
    administratorsOnly,
  ),
  route(
    realmImagesEndpoints.uploadRealmLogo,
    async (call, { night }) => {
      await setImage(call.world, call, night ? 'night_logo' : 'logo', oneFile(call.files).content);
      return {};
    },
    administratorsOnly,
  ),
  route(
    realmImagesEndpoints.deleteRealmLogo,
    async ({ world, realm }, { night }) => {
      await removeImage(world, realm.id, night ? 'night_logo' : 'logo');
      return {};
    },
    administratorsOnly,
  ),
  route(
    realmEndpoints.deactivateRealm,
    async (call, { deletion_delay_days }) => {
      requireRecentLogin(call);
      const { world, realm } = call;
      await world.write(realm.id, (tx) => deactivateRealm(tx, deletion_delay_days, world.clock.now()));
      return {};
    },
    ownersOnly,
  ),
];

/** Shown while an organization has no description. */
const PLACEHOLDER = '<p>The description of this organization has not been written yet.</p>';

/** Finds the organization of the host, even if it is deactivated; undefined for a root host without one. */
async function realmAt({ world, subdomain }: Visit): Promise<RealmRow | undefined> {
  const realm = await findRealm(world.pool, subdomain);
  if (realm !== undefined) return realm;
  if (subdomain !== '') throw badRequest('There is no organization at this address.');
  if (world.config.hosts.landingPage) throw badRequest('The subdomain of the organization is missing.');
  return undefined;
}

function methodsOf(realm: RealmRow | undefined, config: Config) {
  const email = isLoginMethodEnabled('Email', realm);
  const ldap = isLoginMethodEnabled('LDAP', realm);
  return {
    password: email || ldap,
    dev: isLoginMethodEnabled('Dev', realm),
    email,
    ldap,
    azuread: isLoginMethodEnabled('AzureAD', realm),
    gitlab: isLoginMethodEnabled('GitLab', realm),
    github: isLoginMethodEnabled('GitHub', realm),
    google: isLoginMethodEnabled('Google', realm),
    apple: isLoginMethodEnabled('Apple', realm),
    saml: isLoginMethodEnabled('SAML', realm),
    'openid connect': isLoginMethodEnabled('OpenID Connect', realm, config),
    remoteuser: isLoginMethodEnabled('RemoteUser', realm),
    discord: isLoginMethodEnabled('Discord', realm),
  };
}

/** The user agent with which clients test their handling of an incompatible server. */
const INCOMPATIBLE = 'ZulipInvalid';

function isIncompatible(agent: string): boolean {
  return clientProgram(agent, undefined).name === INCOMPATIBLE;
}
