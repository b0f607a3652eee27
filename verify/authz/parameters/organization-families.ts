import {
  administrators,
  anybody,
  botsNot,
  isOwner,
  notPrincipal,
  type Policy,
  type Relation,
} from '../policy.ts';
import { always, type Family, freshName, groupNamed } from './family.ts';

/** Organization settings, section 7.1: what only owners may change. */
const FOR_OWNERS = [
  'authentication_methods',
  'can_create_groups',
  'can_invite_users_group',
  'can_manage_all_groups',
  'can_manage_billing_group',
  'create_multiuse_invite_group',
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'second_step_setup_days',
  'second_steps_required_of',
  'session_idle_minutes',
  'session_max_hours',
  'waiting_period_threshold',
] as const;

const ownersOnly: Policy['rule'] = (who) => (isOwner(who) ? anybody() : notPrincipal);

const nothing: readonly Relation[] = ['-'];

const realm: Family = {
  operation: 'update-realm',
  axis: 'nothing',
  relations: nothing,
  call: () => ({}),
  usual: administrators(anybody),
  rules: Object.fromEntries(FOR_OWNERS.map((name) => [name, ownersOnly])),
  values: {
    authentication_methods: always({ Email: true, LDAP: false }),
    can_access_all_users_group: groupNamed('role:everyone'),
    can_create_web_public_channel_group: groupNamed('role:moderators'),
    can_manage_all_groups: groupNamed('role:administrators'),
    default_code_block_language: always('python'),
    default_language: always('de'),
    description: freshName,
    jitsi_server_url: always('https://meet.example.org'),
    message_content_delete_limit_seconds: always(1_234),
    message_content_edit_limit_seconds: always(1_234),
    message_retention_days: always(321),
    moderation_request_channel_id: always(-1),
    move_messages_between_streams_limit_seconds: always(1_234),
    move_messages_within_stream_limit_seconds: always(1_234),
    name: freshName,
    new_stream_announcements_stream_id: ({ known }) => known.common.id,
    signup_announcements_stream_id: ({ known }) => known.common.id,
    second_step_setup_days: always(30),
    second_steps_required_of: always('administrators'),
    session_idle_minutes: always(10_080),
    session_max_hours: always(720),
    video_chat_provider: always(0),
    waiting_period_threshold: always(3),
    welcome_message_custom_text: freshName,
    zulip_update_announcements_stream_id: ({ known }) => known.common.id,
  },
  skipped: {
    string_id: 'no organization may change it',
    workplace_users_group: 'no organization may change it',
  },
  spends: [],
  rows: (_target, { server, otherRealm }) => [
    ['realm', server.realmId],
    ['realm', otherRealm],
  ],
};

const settingValues: Family['values'] = {
  default_language: always('fr'),
  do_not_disturb_hours: always('Mo 22:00-07:00'),
  do_not_disturb_until: always(1_790_000_000),
  email_notifications_batching_period_seconds: always(77),
  timezone: always('Europe/Zurich'),
  notification_sound: always('ding'),
  web_font_size_px: always(15),
  web_line_height_percent: always(133),
};

const defaults: Family = {
  operation: 'update-realm-user-settings-defaults',
  axis: 'nothing',
  relations: nothing,
  call: () => ({}),
  usual: administrators(anybody),
  rules: {},
  values: settingValues,
  skipped: {},
  spends: [],
  rows: realm.rows,
};

function ownSettings(operation: string): Family {
  return {
    ...defaults,
    operation,
    usual: botsNot,
    skipped: {
      email: 'the base table has it with its confirmation',
      full_name: 'ignored where names are fixed',
      new_password: 'needs old_password',
      old_password: 'needs new_password',
      skip_if_already_edited: 'a part of target_users',
      target_users: 'the base table has it: update-settings/of others',
    },
    rows: () => [],
  };
}

export const organizationFamilies: readonly Family[] = [
  realm,
  defaults,
  ownSettings('update-settings'),
  ownSettings('update-display-settings'),
  ownSettings('update-notification-settings'),
];
