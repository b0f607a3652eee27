import { recordChange } from '../../engine/audit/record-change.ts';
import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateStream } from '@parley/contract/endpoints/streams.ts';
import type { GroupSettingValue } from '@parley/contract/objects/group-setting.ts';
import { type ChannelPermission, channelPermissions } from '@parley/contract/objects/permission-settings.ts';
import { accessChannelWithRelation } from './access.ts';
import { channelAudienceFrom } from './audience.ts';
import { adjustChannelVisibility, channelVisibilityOf, retainedOutsiders } from './channel-visibility.ts';
import { channelGroupsOf, type ChannelRow, isProtected, postPolicyOf } from './channel.ts';
import { nameTaken } from './create-channel.ts';
import { publishDefaultChannels } from './create.ts';
import { endQueuesWithoutCapability, endQueuesWithAffectedUnreads } from './end-queues.ts';
import {
  checkFolder,
  checkMaySetDefaultPush,
  checkMaySetDeletePolicy,
  checkMaySetTopicsPolicy,
  isDeletePermission,
  refuseTopicsInProtected,
} from './initial-settings.ts';
import { checkName, renderDescription } from './names.ts';
import { recordedChannel } from './recorded-channel.ts';
import { isSamePrivacy } from './privacy.ts';
import { findByNames, lockChannels } from './queries.ts';
import { canRead, CONTENT_PERMISSIONS } from '@parley/contract/rights/channel-rights.ts';
import {
  checkDefault,
  checkNewPrivacy,
  checkRetention,
  checkUnarchive,
  refuseNamedTopics,
} from './check-update.ts';
import { describeChanges } from '../notices/channel-changes.ts';
import { postChannelNotices } from '../notices/channel-notices.ts';
import type { NoticeWorld } from '../notices/compose-notice.ts';
import { findActor } from '../subscriptions/principals.ts';
import { publishPoliciesIn } from '../topics/publish-policies.ts';
import { badRequest } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q, toJson } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor } from '../../http/actor.ts';
import { publishBotsWithChannel } from '../../organization/bots/default-channels.ts';
import { changeGroupSetting, type ChangedHolder } from '../../organization/groups/group-setting.ts';
import { systemGroupIds, type SystemGroupIds, toStored } from '../../organization/groups/rows.ts';
import { watchArchival } from '../../organization/users/visibility/watch-guests.ts';

export type ChannelChange = Omit<ParametersOf<typeof updateStream>, 'stream_id'>;

type ChangedHolders = readonly (readonly [ChannelPermission, ChangedHolder])[];

function recordUpdate(tx: Tx, old: ChannelRow, next: ChannelRow, holders: ChangedHolders): void {
  const object = { type: 'channel', id: next.id } as const;
  recordChange(
    tx,
    'channel.changed',
    object,
    {
      ...recordedChannel(old),
      ...Object.fromEntries(holders.map(([name, { previous }]) => [name, previous])),
    },
    { ...recordedChannel(next), ...Object.fromEntries(holders.map(([name, { value }]) => [name, value])) },
  );
  if (old.is_archived && !next.is_archived) tx.record({ action: 'channel.restored', object });
}

type Values = { readonly [P in ChannelPermission]?: GroupSettingValue };

/** Applies all requested changes to a channel, or none. */
export async function updateChannel(
  tx: Tx,
  caller: Actor,
  channelId: number,
  request: ChannelChange,
  world: NoticeWorld,
): Promise<void> {
  const realm = await lockRealm(tx);
  const actor = { realm, user: await findActor(tx, caller) };
  const { channel, relation } = await accessChannelWithRelation(tx, actor, channelId, 'administer', {
    archived: 'allowed',
  });
  const isReader = canRead(actor.user, channel, relation);
  const privacy = await checkNewPrivacy(tx, actor, channel, request, isReader, world.config);
  if (request.topics_policy !== undefined) await checkMaySetTopicsPolicy(tx, actor);
  if (request.can_create_topic_group === undefined && !isSamePrivacy(privacy, channel))
    refuseTopicsInProtected(privacy, channel.permissions['can_create_topic_group']);
  checkDefault(actor, request);
  if (request.default_push_notifications !== undefined) checkMaySetDefaultPush(actor);
  const retention_days = checkRetention(actor, channel, request);
  if (request.is_archived === false) await checkUnarchive(tx, channel);
  const name = await newName(tx, channel, request.new_name);
  if (request.folder_id !== undefined && request.folder_id !== null) await checkFolder(tx, request.folder_id);
  // Read before the permissions change, because anonymous groups are updated in place.
  const before = await channelVisibilityOf(tx, channel);
  const groups = await systemGroupIds(tx, tx.realmId);
  const { granted, values, holders } = await changePermissions(tx, actor, channel, request, groups, isReader);
  refuseTopicsIn(privacy, granted['can_create_topic_group'], request);

  await lockChannels(tx, [channel.id]);
  if (request.topics_policy === 'empty_topic_only') await refuseNamedTopics(tx, channel);
  const publishToGuests =
    request.is_archived === false ? await watchArchival(tx, world, channel.id) : undefined;
  const next = await store(tx, channel, holders, {
    ...privacy,
    ...(request.description === undefined ? {} : renderDescription(request.description)),
    name,
    retention_days,
    topics_policy: request.topics_policy ?? channel.topics_policy,
    folder_id: request.folder_id === undefined ? channel.folder_id : request.folder_id,
    is_archived: request.is_archived === false ? false : channel.is_archived,
    is_default: request.is_default_stream ?? channel.is_default,
    permissions: toJson(granted),
    default_push_notifications: request.default_push_notifications ?? channel.default_push_notifications,
  });
  await publishToGuests?.();
  const after = await channelVisibilityOf(tx, next);
  const audience = channelAudienceFrom(next, retainedOutsiders(before, after));
  for (const change of changesOf(channel, next, values, groups))
    tx.emit(audience, { type: 'stream', op: 'update', stream_id: next.id, ...change });
  await adjustChannelVisibility(tx, next, before, after);
  if (isProtected(next) !== isProtected(channel)) await endQueuesWithAffectedUnreads(tx, next);
  if (next.is_default !== channel.is_default) await publishDefaultChannels(tx);
  if (next.name !== channel.name) await publishBotsWithChannel(tx, next);
  if (channel.is_archived && !next.is_archived) {
    await publishPoliciesIn(tx, next);
    await endQueuesWithoutCapability(tx, 'archived_channels');
  }
  await postChannelNotices(tx, world, actor, next, describeChanges(actor.user, channel, next));
}

async function newName(tx: Tx, channel: ChannelRow, requested: string | undefined): Promise<string> {
  if (requested === undefined) return channel.name;
  const name = checkName(requested);
  if (name === channel.name) throw badRequest('The channel already has this name.');
  const [named] = await findByNames(tx, tx.realmId, [name]);
  if (named?.channel !== undefined && named.channel.id !== channel.id) throw nameTaken(name);
  return name;
}

async function changePermissions(
  tx: Tx,
  actor: Actor,
  channel: ChannelRow,
  request: ChannelChange,
  systemGroups: SystemGroupIds,
  isReader: boolean,
): Promise<{ granted: Readonly<Record<string, number>>; values: Values; holders: ChangedHolders }> {
  const granted: Record<ChannelPermission, number> = { ...channelGroupsOf(channel, systemGroups) };
  const values: Partial<Record<ChannelPermission, GroupSettingValue>> = {};
  const holders: [ChannelPermission, ChangedHolder][] = [];
  for (const name of Object.keys(channelPermissions) as ChannelPermission[]) {
    const change = request[name];
    if (change === undefined) continue;
    if (isDeletePermission(name)) await checkMaySetDeletePolicy(tx, actor);
    if (CONTENT_PERMISSIONS.some((opening) => opening === name) && !isReader)
      throw badRequest(`You cannot set ${name} of a channel that you cannot read.`);
    const grant = { name, setting: channelPermissions[name], systemGroups, current: granted[name] };
    const holder = await changeGroupSetting(tx, grant, change);
    if (holder === undefined) continue;
    granted[name] = holder.groupId;
    values[name] = holder.value;
    holders.push([name, holder]);
  }
  return { granted: toStored(channelPermissions, granted, systemGroups), values, holders };
}

function refuseTopicsIn(
  privacy: Parameters<typeof refuseTopicsInProtected>[0],
  creators: number | undefined,
  { can_create_topic_group }: ChannelChange,
): void {
  if (can_create_topic_group !== undefined) refuseTopicsInProtected(privacy, creators);
}

type Columns = Partial<Omit<ChannelRow, 'permissions'>> & { permissions: string };

async function store(
  tx: Tx,
  channel: ChannelRow,
  holders: ChangedHolders,
  columns: Columns,
): Promise<ChannelRow> {
  const row = await tx.first(
    q
      .updateTable('channel')
      .set(columns)
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', channel.id)
      .returningAll(),
  );
  if (row === undefined) throw new Error(`Channel ${channel.id} does not exist.`);
  recordUpdate(tx, channel, row, holders);
  return row;
}

type Change = {
  readonly name: string;
  readonly property: string;
  readonly value: GroupSettingValue | string | boolean | null;
  readonly rendered_description?: string;
  readonly history_public_to_subscribers?: boolean;
  readonly is_web_public?: boolean;
};

/** The changed properties, one event each. A rename is published under the old name. */
function changesOf(old: ChannelRow, next: ChannelRow, values: Values, groups: SystemGroupIds): Change[] {
  const { name } = old;
  const changes: Change[] = [];
  if (next.topics_policy !== old.topics_policy)
    changes.push({ name, property: 'topics_policy', value: next.topics_policy });
  if (!isSamePrivacy(old, next))
    changes.push({
      name,
      property: 'invite_only',
      value: next.is_private,
      history_public_to_subscribers: next.is_history_public,
      is_web_public: next.is_web_public,
    });
  if (next.retention_days !== old.retention_days)
    changes.push({ name, property: 'message_retention_days', value: next.retention_days });
  if (next.is_archived !== old.is_archived)
    changes.push({ name, property: 'is_archived', value: next.is_archived });
  if (next.description !== old.description)
    changes.push({
      name,
      property: 'description',
      value: next.description,
      rendered_description: next.rendered_description,
    });
  if (next.name !== old.name) changes.push({ name, property: 'name', value: next.name });
  if (next.folder_id !== old.folder_id)
    changes.push({ name: next.name, property: 'folder_id', value: next.folder_id });
  if (next.default_push_notifications !== old.default_push_notifications)
    changes.push({
      name: next.name,
      property: 'default_push_notifications',
      value: next.default_push_notifications,
    });
  for (const [property, value] of Object.entries(values)) {
    changes.push({ name: next.name, property, value });
    if (property === 'can_send_message_group') changes.push(...postPolicyChanges(old, next, value, groups));
  }
  return changes;
}

/** Changes of the two older forms of the posting permission. */
function postPolicyChanges(
  old: ChannelRow,
  { name }: ChannelRow,
  senders: GroupSettingValue,
  groups: SystemGroupIds,
): Change[] {
  const before = postPolicyOf(channelGroupsOf(old, groups).can_send_message_group, groups);
  const now = postPolicyOf(senders, groups);
  if (before === now) return [];
  return [
    { name, property: 'stream_post_policy', value: now },
    { name, property: 'is_announcement_only', value: now === 2 },
  ];
}
