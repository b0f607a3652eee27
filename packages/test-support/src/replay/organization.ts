import {
  addLinkifier,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from '@parley/contract/endpoints/linkifiers.ts';
import { addCodePlayground, removeCodePlayground } from '@parley/contract/endpoints/playgrounds.ts';
import {
  addRealmDomain,
  deleteRealmDomain,
  patchRealmDomain,
} from '@parley/contract/endpoints/realm-domains.ts';
import { exportRealm } from '@parley/contract/endpoints/realm-exports.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { updateRealm } from '@parley/contract/endpoints/realm.ts';
import { updateRealmUserSettingsDefaults } from '@parley/contract/endpoints/settings.ts';
import {
  realmPermissions,
  type RealmPermission,
  type SystemGroup,
} from '@parley/contract/objects/permission-settings.ts';
import { realmSettings } from '@parley/contract/objects/realm-settings.ts';
import { realmDefaultSettingNames } from '@parley/contract/objects/user-settings.ts';
import type { Act, Stage } from './acts.ts';
import { otherSettings } from './settings.ts';

export function domainActs(): Act[] {
  return [
    {
      name: 'domains are allowed',
      run: async ({ cast: { owner } }) => {
        await owner.connection.call(addRealmDomain, { domain: 'Example.COM', allow_subdomains: false });
        await owner.connection.call(addRealmDomain, { domain: 'example.org', allow_subdomains: true });
      },
    },
    {
      name: 'names below a domain are allowed',
      run: ({ cast: { owner } }) =>
        owner.connection.call(patchRealmDomain, { domain: 'example.com', allow_subdomains: true }),
    },
    {
      name: 'joining is restricted to the domains',
      run: ({ cast: { owner } }) =>
        owner.connection.call(updateRealm, { emails_restricted_to_domains: true }),
    },
    {
      name: 'the last domain goes and the restriction with it',
      run: async ({ cast: { owner } }) => {
        await owner.connection.call(deleteRealmDomain, { domain: 'example.com' });
        await owner.connection.call(deleteRealmDomain, { domain: 'example.org' });
      },
    },
  ];
}

export function exportActs(): Act[] {
  return [
    {
      name: 'an administrator exports the organization',
      run: ({ cast: { owner } }) => owner.connection.call(exportRealm, { export_type: 'public' }),
    },
  ];
}

export function linkifierActs(): Act[] {
  const ids: number[] = [];
  return [
    {
      name: 'linkifiers are added',
      run: async ({ cast: { administrator } }) => {
        for (const name of ['A', 'B', 'C']) {
          const { id } = await administrator.connection.call(addLinkifier, {
            pattern: `${name}-(?P<id>[0-9]+)`,
            url_template: 'https://example.com/{id}',
          });
          ids.push(id);
        }
      },
    },
    {
      name: 'a linkifier changes',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(updateLinkifier, {
          filter_id: ids[0] ?? 0,
          pattern: 'D-(?P<id>[0-9]+)',
          url_template: 'https://example.org/{id}',
          example_input: 'D-7',
          reverse_template: 'D-{id}',
        }),
    },
    {
      name: 'linkifiers are put into another order',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(reorderLinkifiers, { ordered_linkifier_ids: ids.toReversed() }),
    },
    {
      name: 'a linkifier is removed',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(removeLinkifier, { filter_id: ids[1] ?? 0 }),
    },
  ];
}

export function playgroundActs(): Act[] {
  const ids: number[] = [];
  return [
    {
      name: 'playgrounds are offered',
      run: async ({ cast: { administrator } }) => {
        for (const pygments_language of ['typescript', 'c++']) {
          const { id } = await administrator.connection.call(addCodePlayground, {
            name: 'A playground',
            pygments_language,
            url_template: 'https://example.com/?code={code}',
          });
          ids.push(id);
        }
      },
    },
    {
      name: 'a playground goes and the language of new code blocks with it',
      run: async ({ cast: { administrator } }) => {
        await administrator.connection.call(updateRealm, { default_code_block_language: 'c++' });
        await administrator.connection.call(removeCodePlayground, { playground_id: ids[1] ?? 0 });
      },
    },
  ];
}

const switches = Object.fromEntries(
  Object.entries(realmSettings)
    .filter(([, setting]) => typeof setting.default === 'boolean')
    .map(([name, setting]) => [name, setting.default !== true]),
);

export function realmActs(): Act[] {
  return [
    {
      name: 'every switch of the organization is turned',
      run: ({ cast: { owner } }) => owner.connection.call(updateRealm, switches),
    },
    {
      name: 'every other setting of the organization changes',
      run: ({ cast: { owner } }) =>
        owner.connection.call(updateRealm, {
          name: 'Replayed',
          description: 'An organization *on stage*',
          org_type: 30,
          default_language: 'de',
          default_code_block_language: 'typescript',
          default_avatar_source: 'G',
          digest_weekday: 5,
          gif_rating_policy: 3,
          jitsi_server_url: 'https://meet.example.com',
          media_preview_size: 150,
          message_content_delete_limit_seconds: 'unlimited',
          message_content_edit_limit_seconds: 60,
          message_edit_history_visibility_policy: 'none',
          message_retention_days: 30,
          move_messages_between_streams_limit_seconds: 120,
          move_messages_within_stream_limit_seconds: 'unlimited',
          topics_policy: 'disable_empty_topic',
          video_chat_provider: 0,
          welcome_message_custom_text: 'Welcome!',
        }),
    },
    {
      name: 'settings go back to what the server says',
      run: ({ cast: { owner } }) =>
        owner.connection.call(updateRealm, {
          emails_restricted_to_domains: false,
          jitsi_server_url: 'default',
          message_edit_history_visibility_policy: 'moves',
          message_retention_days: 'unlimited',
          topics_policy: 'allow_empty_topic',
        }),
    },
    {
      name: 'members have to wait before they are full members',
      run: ({ cast: { owner } }) => owner.connection.call(updateRealm, { waiting_period_threshold: 3 }),
    },
    {
      name: 'nobody has to wait any more',
      run: ({ cast: { owner } }) => owner.connection.call(updateRealm, { waiting_period_threshold: 0 }),
    },
  ];
}

/** The permission to see all users is a matter of its own; nobody can be a workplace user yet. */
const apart: readonly RealmPermission[] = ['can_access_all_users_group', 'workplace_users_group'];
const names = (Object.keys(realmPermissions) as RealmPermission[]).filter((name) => !apart.includes(name));

async function permit(
  { cast: { owner } }: Stage,
  permissions: readonly RealmPermission[],
  group: SystemGroup,
): Promise<void> {
  const { realm_user_groups = [] } = await owner.connection.call(registerQueue, {
    event_types: ['user_group'],
    fetch_event_types: ['realm_user_groups'],
  });
  const id = realm_user_groups.find(({ name }) => name === group)?.id ?? 0;
  await owner.connection.call(
    updateRealm,
    Object.fromEntries(permissions.map((name) => [name, { new: id }])),
  );
}

const grants: [SystemGroup, RealmPermission[]][] = [
  ['role:moderators', names],
  ['role:owners', names],
  ['role:nobody', names.filter((name) => realmPermissions[name].nobody)],
  ['role:everyone', names.filter((name) => realmPermissions[name].everyone)],
  ['role:members', names.filter((name) => name !== 'can_create_web_public_channel_group')],
];

export function permissionActs(): Act[] {
  return grants.map(([group, permissions]) => ({
    name: `permissions are given to ${group}`,
    run: (stage) => permit(stage, permissions, group),
  }));
}

export function defaultsActs(): Act[] {
  return [
    {
      name: 'the settings of new users change',
      run: ({ cast: { administrator } }) =>
        administrator.connection.call(
          updateRealmUserSettingsDefaults,
          Object.fromEntries(
            Object.entries(otherSettings()).filter(([name]) =>
              realmDefaultSettingNames.some((known) => known === name),
            ),
          ),
        ),
    },
  ];
}
