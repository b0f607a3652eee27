import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { createChannel } from '@parley/contract/endpoints/streams.ts';
import { channelPermissions, type ChannelPermission } from '@parley/contract/objects/permission-settings.ts';
import type { Config } from '../config.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { resolveGroupSetting } from '../groups/group-setting.ts';
import { hasRealmPermission, heldPermissions } from '../groups/permissions.ts';
import { systemGroupIds } from '../groups/queries.ts';
import { createdBy } from '../groups/unnamed-groups.ts';
import { ownersOnly } from '../people/gates.ts';
import { isAdministrator, type Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { isLimited } from '../realm/realm.ts';
import { allowsWebPublic } from '../realm/web-public.ts';
import { isProtected, type ChannelRow } from './channel.ts';
import { heldIn } from './permissions.ts';
import { retentionOf } from './retention.ts';

/** How new channels are to be, as a request says it. */
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

/** What is refused even when every channel exists already. */
export const checkGivenSettings = async (
  tx: Tx,
  actor: Actor,
  { folder_id, message_retention_days, topics_policy = 'inherit' }: InitialSettings,
): Promise<void> => {
  if (folder_id !== undefined) await checkFolder(tx, folder_id);
  if (message_retention_days !== undefined) retentionOf(message_retention_days);
  if (topics_policy !== 'inherit') await checkMaySetTopicsPolicy(tx, actor);
};

export const checkFolder = async (tx: Tx, id: number): Promise<void> => {
  const folder = await tx.first(
    q
      .selectFrom('channel_folder')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', id)
      .forKeyShare(),
  );
  if (folder === undefined) throw badRequest('There is no such folder.');
};

export const checkMaySetTopicsPolicy = async (tx: Tx, { realm, person }: Actor): Promise<void> => {
  const may =
    isAdministrator(person) || (await hasRealmPermission(tx, realm, person, 'can_set_topics_policy_group'));
  if (!may) throw badRequest('You may not choose the topics policy of a channel.');
};

export const checkMaySetDeletePolicy = async (tx: Tx, { realm, person }: Actor): Promise<void> => {
  const may =
    isAdministrator(person) ||
    (await hasRealmPermission(tx, realm, person, 'can_set_delete_message_policy_group'));
  if (!may) throw badRequest('You may not decide who deletes messages in a channel.');
};

export const columnsOf = (settings: InitialSettings): NewColumns => {
  const { invite_only, is_web_public, history_public_to_subscribers: history = false } = settings;
  if (invite_only && is_web_public) throw badRequest('A channel is private or open to the web, not both.');
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
};

/** Refuses channels that somebody may not create. */
export const checkMayCreate = async (
  tx: Tx,
  actor: Actor,
  columns: NewColumns,
  server: Pick<Config, 'webPublic'>,
): Promise<void> => {
  const { realm, person } = actor;
  const held = await heldPermissions(tx, realm, person, [
    'can_create_private_channel_group',
    'can_create_public_channel_group',
  ]);
  if (columns.is_private && !held.has('can_create_private_channel_group'))
    throw badRequest('You may not create private channels.');
  if (!columns.is_private && !held.has('can_create_public_channel_group'))
    throw badRequest('You may not create public channels.');
  if (columns.is_default && !isAdministrator(person))
    throw badRequest('Only administrators choose the channels of new people.');
  if (columns.default_push_notifications) checkMaySetDefaultPush(actor);
  if (columns.is_private && columns.is_default)
    throw badRequest('New people cannot be subscribed to a private channel.');
  if (columns.is_web_public) await checkMayMakeWebPublic(tx, actor, server);
  if (columns.retention_days !== null) {
    ownersOnly(actor);
    refuseRetentionByPlan(actor);
  }
};

/** Web-public channels need the server, the organization, and a permission of the actor. */
export async function checkMayMakeWebPublic(
  tx: Tx,
  { realm, person }: Actor,
  server: Pick<Config, 'webPublic'>,
): Promise<void> {
  if (!allowsWebPublic(server, realm)) throw badRequest('Web-public channels are not enabled.');
  if (!(await hasRealmPermission(tx, realm, person, 'can_create_web_public_channel_group')))
    throw badRequest('You do not have permission to create web-public channels.');
}

export function checkMaySetDefaultPush({ person }: Actor): void {
  if (!isAdministrator(person)) throw badRequest('Only administrators can set default_push_notifications.');
}

export const refuseRetentionByPlan = ({ realm }: Actor): void => {
  if (isLimited(realm)) throw badRequest('The plan of the organization does not include this.');
};

const DELETING: readonly ChannelPermission[] = [
  'can_delete_any_message_group',
  'can_delete_own_message_group',
];

export const isDeleting = (name: ChannelPermission): boolean => DELETING.includes(name);

/** The groups that hold the permissions of one new channel, as they are stored. */
export const grantInitially = async (
  tx: Tx,
  actor: Actor,
  settings: InitialSettings,
  columns: NewColumns,
): Promise<Record<string, number>> => {
  const systemGroups = await systemGroupIds(tx, tx.realmId);
  const standard = heldIn({ permissions: {} }, systemGroups);
  const stored: Record<string, number> = {};
  for (const name of Object.keys(channelPermissions) as ChannelPermission[]) {
    const input = settings[name];
    if (input === undefined) continue;
    const { groupId } = await resolveGroupSetting(
      tx,
      { name, setting: channelPermissions[name], systemGroups },
      input,
    );
    if (isDeleting(name) && groupId !== systemGroups['role:nobody']) await checkMaySetDeletePolicy(tx, actor);
    if (groupId !== standard[name]) stored[name] = groupId;
  }
  refuseTopicsInProtected(columns, stored['can_create_topic_group']);
  if (settings.can_administer_channel_group === undefined)
    stored['can_administer_channel_group'] = await createdBy(tx, actor.person.id);
  return stored;
};

/** Where somebody does not see all topics, nobody can be told whether a topic is new. */
export const refuseTopicsInProtected = (
  columns: Pick<ChannelRow, 'is_private' | 'is_history_public'>,
  topicCreators: number | undefined,
): void => {
  if (isProtected(columns) && topicCreators !== undefined)
    throw badRequest('In a channel with protected history everyone can create topics.', {
      parameters: 'can_create_topic_group',
    });
};
