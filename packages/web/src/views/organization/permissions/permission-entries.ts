import type { RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import { t } from '../../../words/index.ts';

/** A permission of the organization, as a line of the table. */
export type PermissionEntry = {
  readonly name: RealmPermission;
  readonly label: string;
  readonly help?: string;
  /** Only owners give it. */
  readonly isForOwners?: boolean;
  /** Other words for it. */
  readonly words?: string;
};

export type PermissionVerb = { readonly title: string; readonly entries: readonly PermissionEntry[] };

/** Permissions of the organization by verb. */
export function permissionVerbs(): readonly PermissionVerb[] {
  return [
    {
      title: t('Write'),
      entries: [
        {
          name: 'direct_message_initiator_group',
          label: t('Start a direct conversation'),
          words: t('dm private message'),
        },
        {
          name: 'direct_message_permission_group',
          label: t('Take part in direct conversations'),
          help: t('Each conversation needs at least one of them'),
          words: t('dm private message'),
        },
        {
          name: 'can_mention_many_users_group',
          label: t('Mention all of a large channel'),
          help: t('@all where more than 15 people read'),
          words: t('wildcard everyone'),
        },
        { name: 'can_summarize_topics_group', label: t('Ask for summaries of topics') },
      ],
    },
    {
      title: t('Edit and delete'),
      entries: [
        { name: 'can_delete_own_message_group', label: t('Delete own messages') },
        { name: 'can_delete_any_message_group', label: t('Delete messages of others') },
        {
          name: 'can_set_delete_message_policy_group',
          label: t('Say who deletes messages in a channel'),
        },
      ],
    },
    {
      title: t('Move and resolve'),
      entries: [
        { name: 'can_resolve_topics_group', label: t('Resolve topics') },
        { name: 'can_move_messages_between_topics_group', label: t('Move messages to another topic') },
        { name: 'can_move_messages_between_channels_group', label: t('Move messages to another channel') },
        { name: 'can_set_topics_policy_group', label: t('Say whether a channel needs topics') },
      ],
    },
    {
      title: t('Create'),
      entries: [
        { name: 'can_create_public_channel_group', label: t('Create open channels'), words: t('public') },
        { name: 'can_create_private_channel_group', label: t('Create private channels') },
        {
          name: 'can_create_web_public_channel_group',
          label: t('Create web-public channels'),
          help: t('Everybody on the web reads them'),
        },
        { name: 'can_create_groups', label: t('Create groups'), isForOwners: true },
        { name: 'can_create_bots_group', label: t('Create bots'), words: t('integration program') },
        {
          name: 'can_create_write_only_bots_group',
          label: t('Create bots that only send'),
          words: t('incoming webhook'),
        },
        { name: 'can_add_custom_emoji_group', label: t('Add emoji') },
      ],
    },
    {
      title: t('People'),
      entries: [
        {
          name: 'can_invite_users_group',
          label: t('Invite people by e-mail'),
          isForOwners: true,
        },
        {
          name: 'create_multiuse_invite_group',
          label: t('Invite people by a link'),
          isForOwners: true,
        },
        { name: 'can_add_subscribers_group', label: t('Add people to channels') },
        {
          name: 'can_access_all_users_group',
          label: t('See everybody'),
          help: t('Others see the people of their channels'),
        },
        {
          name: 'can_manage_all_groups',
          label: t('Manage every group'),
          isForOwners: true,
        },
      ],
    },
  ];
}
