import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createChannel } from '@parley/contract/endpoints/streams.ts';
import { type ChannelPermission, channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import { type ChannelRow, channelGroupsOf, isProtected } from './channel.ts';
import { retentionOf } from './retention.ts';
import type { Config } from '../../engine/config.ts';
import { isLimited } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { badRequest } from '../../engine/api-error.ts';
import { refuseCreation, refuseWebPublic, type Creator } from '@parley/contract/rights/managing-rights.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import { resolveGroupSetting } from '../../organization/groups/group-setting.ts';
import { hasRealmPermission, grantedPermissions } from '../../organization/groups/permissions.ts';
import { systemGroupIds } from '../../organization/groups/rows.ts';
import { createCreatorGroup } from '../../organization/groups/unnamed-groups.ts';
import { allowsWebPublic } from '../../organization/realm/web-public.ts';
import { ownersOnly } from '../../organization/users/gates.ts';

/** Settings of new channels, from the request. */
export type InitialSettings = Omit<
  ParametersOf<typeof createChannel>,
  'name' | 'description' | 'subscribers' | 'announce'
>;

export type NewColumns = Pick<
  ChannelRow,
  | 'is_private'
  | 'is_web_public'
  | 'is_history_public'
  | 'is_default'
  | 'topics_policy'
  | 'retention_days'
  | 'folder_id'
  | 'default_push_notifications'
>;

/** Checks settings that are refused even if every requested channel already exists. */
export async function checkGivenSettings(
  tx: Tx,
  actor: Actor,
  { folder_id, message_retention_days, topics_policy = 'inherit' }: InitialSettings,
): Promise<void> {
  if (folder_id !== undefined) await checkFolder(tx, folder_id);
  if (message_retention_days !== undefined) retentionOf(message_retention_days);
  if (topics_policy !== 'inherit') await checkMaySetTopicsPolicy(tx, actor);
}

export async function checkFolder(tx: Tx, id: number): Promise<void> {
  const folder = await tx.first(
    q
      .selectFrom('channel_folder')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .forKeyShare(),
  );
  if (folder === undefined) throw badRequest('There is no such channel folder.');
}

export async function checkMaySetTopicsPolicy(tx: Tx, { realm, user }: Actor): Promise<void> {
  const isAllowed =
    isAdministrator(user) || (await hasRealmPermission(tx, realm, user, 'can_set_topics_policy_group'));
  if (!isAllowed) throw badRequest('You do not have permission to set topics_policy.');
}

export async function checkMaySetDeletePolicy(tx: Tx, { realm, user }: Actor): Promise<void> {
  const isAllowed =
    isAdministrator(user) ||
    (await hasRealmPermission(tx, realm, user, 'can_set_delete_message_policy_group'));
  if (!isAllowed) throw badRequest('You do not have permission to set who can delete messages in a channel.');
}

export function columnsOf(settings: InitialSettings): NewColumns {
  const { invite_only, is_web_public, history_public_to_subscribers: history = false } = settings;
  if (invite_only && is_web_public) throw badRequest('A web-public channel cannot be private.');
  return {
    is_private: invite_only,
    is_web_public,
    is_history_public: !invite_only || history,
    is_default: settings.is_default_stream,
    topics_policy: settings.topics_policy ?? 'inherit',
    retention_days: retentionOf(settings.message_retention_days ?? 'realm_default'),
    folder_id: settings.folder_id ?? null,
    default_push_notifications: settings.default_push_notifications,
  };
}

/** Checks the permissions that creating a channel with these columns needs. */
export async function checkMayCreate(
  tx: Tx,
  actor: Actor,
  columns: NewColumns,
  server: Pick<Config, 'webPublic'>,
): Promise<void> {
  const refusal = refuseCreation(await creatorOf(tx, actor, server), columns);
  if (refusal !== undefined) throw badRequest(refusal.reason);
  if (columns.retention_days !== null) {
    ownersOnly(actor);
    refuseRetentionByPlan(actor);
  }
}

/** Web-public channels must be enabled on the server and in the organization, and need a permission. */
export async function checkMayMakeWebPublic(
  tx: Tx,
  actor: Actor,
  server: Pick<Config, 'webPublic'>,
): Promise<void> {
  const refusal = refuseWebPublic(await creatorOf(tx, actor, server));
  if (refusal !== undefined) throw badRequest(refusal.reason);
}

async function creatorOf(
  tx: Tx,
  { realm, user }: Actor,
  server: Pick<Config, 'webPublic'>,
): Promise<Creator> {
  const granted = await grantedPermissions(tx, realm, user, [
    'can_create_private_channel_group',
    'can_create_public_channel_group',
    'can_create_web_public_channel_group',
  ]);
  return {
    role: user.role,
    mayCreatePublic: granted.has('can_create_public_channel_group'),
    mayCreatePrivate: granted.has('can_create_private_channel_group'),
    mayCreateWebPublic: granted.has('can_create_web_public_channel_group'),
    hasWebPublic: allowsWebPublic(server, realm),
  };
}

export function checkMaySetDefaultPush({ user }: Actor): void {
  if (!isAdministrator(user)) throw badRequest('Only administrators can set default_push_notifications.');
}

export function refuseRetentionByPlan({ realm }: Actor): void {
  if (isLimited(realm))
    throw badRequest('The plan of this organization does not include message_retention_days.');
}

const DELETE_PERMISSIONS: readonly ChannelPermission[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
];

export function isDeletePermission(name: ChannelPermission): boolean {
  return DELETE_PERMISSIONS.includes(name);
}

/** The groups that hold the permissions of a new channel, as stored: defaults are left out. */
export async function initialPermissions(
  tx: Tx,
  actor: Actor,
  settings: InitialSettings,
  columns: NewColumns,
): Promise<Record<string, number>> {
  const systemGroups = await systemGroupIds(tx, tx.realmId);
  const standard = channelGroupsOf({ permissions: {} }, systemGroups);
  const stored: Record<string, number> = {};
  for (const name of Object.keys(channelPermissions) as ChannelPermission[]) {
    const input = settings[name];
    if (input === undefined) continue;
    const { groupId } = await resolveGroupSetting(
      tx,
      { name, setting: channelPermissions[name], systemGroups },
      input,
    );
    if (isDeletePermission(name) && groupId !== systemGroups['role:nobody'])
      await checkMaySetDeletePolicy(tx, actor);
    if (groupId !== standard[name]) stored[name] = groupId;
  }
  refuseTopicsInProtected(columns, stored['can_create_topic_group']);
  if (settings.can_administer_channel_group === undefined)
    stored['can_administer_channel_group'] = await createCreatorGroup(tx, actor.user.id);
  return stored;
}

/** With protected history, a user who does not see all topics cannot know whether a topic is new. */
export function refuseTopicsInProtected(
  columns: Pick<ChannelRow, 'is_private' | 'is_history_public'>,
  topicCreators: number | undefined,
): void {
  if (isProtected(columns) && topicCreators !== undefined)
    throw badRequest('can_create_topic_group cannot be set in a channel with protected history.', {
      parameters: 'can_create_topic_group',
    });
}
