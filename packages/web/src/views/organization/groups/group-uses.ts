import type { State } from '@parley/client';
import type { ChannelPermission, GroupPermission } from '@parley/contract/objects/permission-settings.ts';
import { visibleChannels } from '../../../data/derived/channels.ts';
import type { Holder } from '../../../screen/group-words.ts';
import { t } from '../../../words/index.ts';
import { permissionVerbs } from '../permissions/permission-entries.ts';

/** A rule that names a group: while there is one, the group stays in use. */
export type GroupUse =
  | { readonly kind: 'permission'; readonly name: string; readonly label: string }
  | { readonly kind: 'channel'; readonly channelId: number; readonly channel: string; readonly label: string }
  | { readonly kind: 'group'; readonly groupId: number; readonly group: string; readonly label: string };

/** Every permission of the organization, channel and group that names the group. */
export function usesOf(state: State, groupId: number): readonly GroupUse[] {
  return [...inPermissions(state, groupId), ...inChannels(state, groupId), ...inGroups(state, groupId)];
}

/** Uses by group, for a list of groups. */
export function countUses(state: State): ReadonlyMap<number, number> {
  return new Map((state.realm_user_groups ?? []).map(({ id }) => [id, usesOf(state, id).length]));
}

function inPermissions(state: State, groupId: number): readonly GroupUse[] {
  const labels = new Map<string, string>([
    ...permissionVerbs().flatMap(({ entries }) => entries.map(({ name, label }) => [name, label] as const)),
    ['can_manage_billing_group', t('Manage plans and billing')],
    ['workplace_users_group', t('Count as workplace users')],
  ]);
  const values = state as Readonly<Record<string, unknown>>;
  return [...labels].flatMap(([name, label]) =>
    names(values[`realm_${name}`] as Holder | undefined, groupId)
      ? [{ kind: 'permission' as const, name, label }]
      : [],
  );
}

function inChannels(state: State, groupId: number): readonly GroupUse[] {
  const words = Object.entries(channelWords()) as [ChannelPermission, string][];
  return visibleChannels(state).flatMap((channel) =>
    words.flatMap(([name, label]) =>
      names(channel[name], groupId)
        ? [{ kind: 'channel' as const, channelId: channel.stream_id, channel: channel.name, label }]
        : [],
    ),
  );
}

function inGroups(state: State, groupId: number): readonly GroupUse[] {
  const words = Object.entries(groupWords()) as [GroupPermission, string][];
  return (state.realm_user_groups ?? [])
    .filter(({ deactivated }) => !deactivated)
    .flatMap((group) => {
      const use = (label: string): GroupUse => ({
        kind: 'group',
        groupId: group.id,
        group: group.name,
        label,
      });
      return [
        ...(group.direct_subgroup_ids.includes(groupId) ? [use(t('is in it'))] : []),
        // A group that has a permission in itself is no use by others.
        ...words.flatMap(([name, label]) =>
          group.id !== groupId && names(group[name], groupId) ? [use(label)] : [],
        ),
      ];
    });
}

function names(holder: Holder | undefined, groupId: number): boolean {
  if (holder === undefined) return false;
  return typeof holder === 'number' ? holder === groupId : holder.direct_subgroups.includes(groupId);
}

function channelWords(): Readonly<Record<ChannelPermission, string>> {
  return {
    can_add_subscribers_group: t('adds people'),
    can_administer_channel_group: t('changes the channel'),
    can_create_topic_group: t('starts topics'),
    can_delete_any_message_group: t('deletes messages of others'),
    can_delete_own_message_group: t('deletes own messages'),
    can_move_messages_out_of_channel_group: t('moves messages out'),
    can_move_messages_within_channel_group: t('moves messages between topics'),
    can_remove_subscribers_group: t('removes people'),
    can_resolve_topics_group: t('resolves topics'),
    can_send_message_group: t('writes'),
    can_subscribe_group: t('joins without being added'),
  };
}

/** Verbs of the permissions of a group. */
export function groupWords(): Readonly<Record<GroupPermission, string>> {
  return {
    can_manage_group: t('can change the group'),
    can_add_members_group: t('can add people'),
    can_remove_members_group: t('can remove people'),
    can_join_group: t('can join'),
    can_leave_group: t('can leave'),
    can_mention_group: t('can mention it'),
  };
}
