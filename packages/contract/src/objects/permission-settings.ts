import * as z from 'zod';
import { boolean, string } from '../primitives.ts';
import { groupSettingValue } from './group-setting.ts';

/** The groups that every organization has, from the narrowest to the widest. */
export const systemGroups = [
  'role:nobody',
  'role:owners',
  'role:administrators',
  'role:moderators',
  'role:fullmembers',
  'role:members',
  'role:everyone',
  'role:internet',
] as const;
export type SystemGroup = (typeof systemGroups)[number];

export type PermissionSetting = {
  /** The initial holder of the permission; a creator is the user who creates the channel or the group. */
  readonly default: SystemGroup | 'channel_creator' | 'group_creator';
  /** Whether the permission may be given to nobody. */
  readonly nobody: boolean;
  /** Whether it may be given to everyone. Where not, guests never hold it, even when they are listed. */
  readonly everyone: boolean;
  /** Takes one system group, never a custom one or a list. */
  readonly systemOnly: boolean;
  /** The only system groups accepted; empty means all that the other columns allow. */
  readonly allowed: readonly SystemGroup[];
  /** Only owners may change it. */
  readonly ownerOnly: boolean;
  readonly doc: string;
};

type Traits = Partial<
  Pick<PermissionSetting, 'nobody' | 'everyone' | 'systemOnly' | 'allowed' | 'ownerOnly'>
>;

function permission(
  standard: PermissionSetting['default'],
  doc: string,
  traits: Traits = {},
): PermissionSetting {
  return {
    default: standard,
    nobody: true,
    everyone: false,
    systemOnly: false,
    allowed: [],
    ownerOnly: false,
    ...traits,
    doc,
  };
}

const everyone = { everyone: true } as const;
const ownerOnly = { ownerOnly: true } as const;

/** Permissions of an organization. `PATCH /realm` changes them; registration shows them with the prefix `realm_`. */
export const realmPermissions = {
  can_access_all_users_group: permission(
    'role:everyone',
    'Users who may see all users of the organization.',
    {
      nobody: false,
      everyone: true,
      systemOnly: true,
      allowed: ['role:everyone', 'role:members'],
    },
  ),
  can_add_custom_emoji_group: permission('role:members', 'Users who may upload custom emoji.'),
  can_add_subscribers_group: permission(
    'role:members',
    'Users who may subscribe others to any channel they can read.',
  ),
  can_create_bots_group: permission('role:members', 'Users who may create bots of any kind.'),
  can_create_groups: permission('role:members', 'Users who may create user groups.', ownerOnly),
  can_create_private_channel_group: permission('role:members', 'Users who may create private channels.'),
  can_create_public_channel_group: permission('role:members', 'Users who may create public channels.'),
  can_create_web_public_channel_group: permission(
    'role:owners',
    'Users who may create web-public channels.',
    {
      systemOnly: true,
      allowed: ['role:moderators', 'role:administrators', 'role:owners', 'role:nobody'],
    },
  ),
  can_create_write_only_bots_group: permission(
    'role:members',
    'Users who may create bots that can only send.',
  ),
  can_delete_any_message_group: permission('role:administrators', 'Users who may delete any message.'),
  can_delete_own_message_group: permission(
    'role:everyone',
    'Users who may delete their own messages.',
    everyone,
  ),
  can_invite_users_group: permission('role:members', 'Users who may invite users by e-mail.', ownerOnly),
  can_manage_all_groups: permission('role:owners', 'Users who may manage every user group.', {
    nobody: false,
    ownerOnly: true,
  }),
  can_manage_billing_group: permission('role:administrators', 'Users who may manage plans and billing.', {
    nobody: false,
    ownerOnly: true,
  }),
  can_mention_many_users_group: permission(
    'role:administrators',
    'Users who may mention everybody in a large channel or topic.',
    everyone,
  ),
  can_move_messages_between_channels_group: permission(
    'role:members',
    'Users who may move messages to another channel.',
  ),
  can_move_messages_between_topics_group: permission(
    'role:everyone',
    'Users who may move messages to another topic.',
    everyone,
  ),
  can_resolve_topics_group: permission('role:everyone', 'Users who may resolve topics.', everyone),
  can_set_delete_message_policy_group: permission(
    'role:moderators',
    'Users who may decide, channel by channel, who deletes messages there. Administrators always may.',
  ),
  can_set_topics_policy_group: permission(
    'role:members',
    'Users who may choose the topics policy of a channel. Administrators always may.',
    everyone,
  ),
  can_summarize_topics_group: permission(
    'role:everyone',
    'Users who may ask for summaries of topics.',
    everyone,
  ),
  create_multiuse_invite_group: permission(
    'role:administrators',
    'Users who may create invitation links that many users can use.',
    ownerOnly,
  ),
  direct_message_initiator_group: permission(
    'role:everyone',
    'Users who may start a direct conversation.',
    everyone,
  ),
  direct_message_permission_group: permission(
    'role:everyone',
    'A direct conversation needs at least one participant of this group.',
    everyone,
  ),
  workplace_users_group: permission('role:everyone', 'Users who count as workplace users.', everyone),
} as const satisfies Record<string, PermissionSetting>;
export type RealmPermission = keyof typeof realmPermissions;
/** The names alone, for programs that do not need the rest. */
export const realmPermissionNames: readonly string[] = Object.keys(realmPermissions);

/** Permissions that guests may hold. */
export const guestPermissions: readonly string[] = Object.entries<PermissionSetting>(realmPermissions)
  .filter(([, setting]) => setting.everyone)
  .map(([name]) => name);

/** Permissions of a channel, beside those that its organization has too. */
export const channelPermissions = {
  can_add_subscribers_group: permission('role:nobody', 'Users who may subscribe others to this channel.'),
  can_administer_channel_group: permission(
    'channel_creator',
    'Users who may change and archive the channel.',
  ),
  can_create_topic_group: permission('role:everyone', 'Users who may start new topics.', everyone),
  can_delete_any_message_group: permission('role:nobody', 'Users who may delete any message here.', everyone),
  can_delete_own_message_group: permission(
    'role:nobody',
    'Users who may delete their own messages here.',
    everyone,
  ),
  can_move_messages_out_of_channel_group: permission(
    'role:nobody',
    'Users who may move messages elsewhere.',
    everyone,
  ),
  can_move_messages_within_channel_group: permission(
    'role:nobody',
    'Users who may move messages between topics of this channel.',
    everyone,
  ),
  can_remove_subscribers_group: permission(
    'role:administrators',
    'Users who may unsubscribe others.',
    everyone,
  ),
  can_resolve_topics_group: permission('role:nobody', 'Users who may resolve topics here.', everyone),
  can_send_message_group: permission('role:everyone', 'Users who may post.', everyone),
  can_subscribe_group: permission('role:nobody', 'Users who may subscribe without being invited.'),
} as const satisfies Record<string, PermissionSetting>;
export type ChannelPermission = keyof typeof channelPermissions;
export const channelPermissionNames: readonly string[] = Object.keys(channelPermissions);

/** Permissions of a user group. Permission to manage a group includes all the others. */
export const groupPermissions = {
  can_add_members_group: permission('group_creator', 'Users who may add members.'),
  can_join_group: permission('role:nobody', 'Users who may join.'),
  can_leave_group: permission('role:everyone', 'Users who may leave.', everyone),
  can_manage_group: permission('group_creator', 'Users who may change the group.'),
  can_mention_group: permission('role:everyone', 'Users who may mention the group.', everyone),
  can_remove_members_group: permission('role:nobody', 'Users who may remove members.'),
} as const satisfies Record<string, PermissionSetting>;
export type GroupPermission = keyof typeof groupPermissions;
export const groupPermissionNames: readonly string[] = Object.keys(groupPermissions);

type Values<T, V> = { readonly [K in keyof T]: V };

function fill<T extends object, V>(table: T, value: V): Values<T, V> {
  return Object.fromEntries(Object.keys(table).map((name) => [name, value])) as Values<T, V>;
}

/** The values of all permissions of a kind, as parts of an object. */
export const realmPermissionValues = fill(realmPermissions, groupSettingValue);
export const channelPermissionValues = fill(channelPermissions, groupSettingValue);
export const groupPermissionValues = fill(groupPermissions, groupSettingValue);

export const supportedPermission = z
  .strictObject({
    require_system_group: boolean,
    allow_internet_group: boolean,
    allow_nobody_group: boolean,
    allow_everyone_group: boolean,
    default_group_name: string,
    default_for_system_groups: string.nullable(),
    allowed_system_groups: z.array(string),
  })
  .meta({
    id: 'SupportedPermission',
    description: 'Values that a client may offer for one permission.',
  });
export type SupportedPermission = z.infer<typeof supportedPermission>;

export const supportedPermissions = z
  .strictObject({
    realm: z.record(string, supportedPermission),
    stream: z.record(string, supportedPermission),
    group: z.record(string, supportedPermission),
  })
  .meta({
    id: 'SupportedPermissions',
    description: 'All permissions, of organizations, channels and groups.',
  });

function describe(
  table: Readonly<Record<string, PermissionSetting>>,
  ofSystemGroups: SystemGroup | null,
): Record<string, SupportedPermission> {
  return Object.fromEntries(
    Object.entries(table).map(([name, setting]) => [
      name,
      {
        require_system_group: setting.systemOnly,
        allow_internet_group: false,
        allow_nobody_group: setting.nobody,
        allow_everyone_group: setting.everyone,
        default_group_name: setting.default,
        default_for_system_groups: ofSystemGroups,
        allowed_system_groups: [...setting.allowed],
      },
    ]),
  );
}

/** The value of `server_supported_permission_settings`. */
export const supportedPermissionSettings: z.infer<typeof supportedPermissions> = {
  realm: describe(realmPermissions, null),
  stream: describe(channelPermissions, null),
  group: describe(groupPermissions, 'role:nobody'),
};
