import { legacyPolicies } from '@parley/contract/objects/legacy-policies.ts';
import { systemGroups } from '@parley/contract/objects/permission-settings.ts';
import { urlOf } from '../../engine/hosts.ts';
import { canNotifyApps } from '../../engine/push-config.ts';
import type { ReadState, Viewpoint } from '../../http/snapshot.ts';
import { presentGroupSettings, type PresentHolder } from '../groups/present-setting.ts';
import { systemGroupIds, type SystemGroupIds } from '../groups/rows.ts';
import { externalAccounts } from '../profile-fields/external-accounts.ts';
import { imagesOf } from './icon.ts';
import { permissionsOf } from './permissions.ts';
import { JITSI_SERVER, serverState } from './server-state.ts';
import { isLoginMethodEnabled, shownSettingsOf } from './settings.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { domainOf } from '../users/address.ts';

/** The part of the snapshot about the organization and the server. */
export const realmState: ReadState<'realm'> = async (viewpoint) => {
  const { realm, user, config } = viewpoint;
  const { string_id: _, ...settings } = shownSettingsOf(realm, config);
  const { groups, holders, present } = await readHolders(viewpoint);
  const url = urlOf(config.hosts, realm.subdomain);
  return {
    ...prefixed(settings),
    ...prefixed(mapped(holders, present)),
    ...prefixed(imagesOf(config, realm)),
    ...legacyPolicies((permission) => systemGroups.find((name) => groups[name] === holders[permission])),
    ...serverState(config),
    realm_url: url,
    realm_uri: url,
    realm_uuid: realm.uuid,
    realm_bot_domain: domainOf(config.hosts, realm.subdomain),
    realm_date_created: Math.floor(realm.created_at.getTime() / 1000),
    realm_plan_type: realm.plan_type,
    realm_allow_edit_history: settings.message_edit_history_visibility_policy !== 'none',
    realm_mandatory_topics: settings.topics_policy === 'disable_empty_topic',
    realm_empty_topic_display_name: 'general chat',
    realm_owner_full_content_access: false,
    realm_presence_disabled: false,
    realm_push_notifications_enabled: canNotifyApps(config),
    realm_push_notifications_enabled_end_timestamp: null,
    realm_upload_quota_mib: config.uploads.quotaMiB ?? null,
    realm_email_auth_enabled: isLoginMethodEnabled('Email', realm),
    realm_password_auth_enabled: isLoginMethodEnabled('Email', realm) || isLoginMethodEnabled('LDAP', realm),
    realm_default_external_accounts: { ...externalAccounts },
    jitsi_server_url: settings.jitsi_server_url ?? JITSI_SERVER,
    receives_typing_notifications: settingsOf(user).receives_typing_notifications,
  };
};

type Holders = {
  readonly groups: SystemGroupIds;
  readonly holders: ReturnType<typeof permissionsOf>;
  readonly present: PresentHolder;
  readonly size: number;
};

const ESTIMATED_HOLDERS_BYTES = 10_000;

/** The holders of all permissions; the permissions themselves have no version, so they are part of the key. */
function readHolders({ bulk, realm, shared, versions }: Viewpoint): Promise<Holders> {
  return shared.read(
    `${realm.id} holders ${JSON.stringify(realm.permissions)}`,
    [versions.groups, versions.roster],
    async (): Promise<Holders> => {
      const groups = await systemGroupIds(bulk, realm.id);
      const holders = permissionsOf(realm, groups);
      const present = await presentGroupSettings(bulk, realm.id, Object.values(holders));
      return { groups, holders, present, size: ESTIMATED_HOLDERS_BYTES };
    },
  );
}

/** Self-hosted servers have no billing. */
export const realmBillingState: ReadState<'realm_billing'> = async () => ({
  realm_billing: { has_pending_sponsorship_request: false },
});

type Prefixed<T> = { [K in keyof T & string as `realm_${K}`]: T[K] };

function prefixed<T extends object>(parts: T): Prefixed<T> {
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [`realm_${name}`, part]),
  ) as Prefixed<T>;
}

function mapped<K extends string, A, B>(parts: Readonly<Record<K, A>>, to: (part: A) => B): Record<K, B> {
  return Object.fromEntries(Object.entries<A>(parts).map(([name, part]) => [name, to(part)])) as Record<K, B>;
}
