import { getServerSettings as contract } from '@parley/contract/endpoints/server.ts';
import { FEATURE_LEVEL } from '@parley/contract/level.ts';
import type { Config } from '../../config.ts';
import { clientProgram } from '../../http/client-name.ts';
import { urlOf } from '../../http/hosts.ts';
import { publicRoute, type Visit } from '../../http/route.ts';
import { badRequest } from '../../problem.ts';
import { externalMethods } from '../../sign-on/methods.ts';
import { MERGE_BASE, VERSION } from '../../version.ts';
import { imagesOf } from '../icon.ts';
import { findRealm, type RealmRow } from '../realm.ts';
import { isOpen, renderedDescriptionOf } from '../settings.ts';
import { hasWebPublicAccess } from '../web-public.ts';

export const getServerSettingsRoute = publicRoute(contract, async (visit) => {
  const realm = await realmAt(visit);
  const { config } = visit.world;
  const url = urlOf(config.hosts, realm?.subdomain ?? '');
  return {
    authentication_methods: methodsOf(realm, config),
    external_authentication_methods: isOpen('OpenID Connect', realm, config) ? externalMethods(config) : [],
    feature_level: FEATURE_LEVEL,
    zulip_feature_level: FEATURE_LEVEL,
    server_version: VERSION,
    zulip_version: VERSION,
    merge_base: MERGE_BASE,
    zulip_merge_base: MERGE_BASE,
    push_notifications_enabled: false,
    is_incompatible: isIncompatible(visit.client.agent),
    email_auth_enabled: isOpen('Email', realm),
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
});

/** What stands in the place of a description that nobody has written yet. */
const PLACEHOLDER = '<p>The description of this organization has not been written yet.</p>';

/** A deactivated organization is still described; a host that never had one is not. */
const realmAt = async ({ world, subdomain }: Visit): Promise<RealmRow | undefined> => {
  const realm = await findRealm(world.pool, subdomain);
  if (realm !== undefined) return realm;
  if (subdomain !== '') throw badRequest('No organization lives at this address.');
  if (world.config.hosts.landingPage) throw badRequest('Which organization? Its subdomain is missing.');
  return undefined;
};

const methodsOf = (realm: RealmRow | undefined, config: Config) => {
  const email = isOpen('Email', realm);
  const ldap = isOpen('LDAP', realm);
  return {
    password: email || ldap,
    dev: isOpen('Dev', realm),
    email,
    ldap,
    azuread: isOpen('AzureAD', realm),
    gitlab: isOpen('GitLab', realm),
    github: isOpen('GitHub', realm),
    google: isOpen('Google', realm),
    apple: isOpen('Apple', realm),
    saml: isOpen('SAML', realm),
    'openid connect': isOpen('OpenID Connect', realm, config),
    remoteuser: isOpen('RemoteUser', realm),
    discord: isOpen('Discord', realm),
  };
};

/** A name that stands for "too old to be used", so that clients can be tested. */
const INCOMPATIBLE = 'ZulipInvalid';
const isIncompatible = (agent: string): boolean => clientProgram(agent, undefined).name === INCOMPATIBLE;
