import * as z from 'zod';
import { limits } from '../limits.ts';
import { json, optional, text, type Parameter } from '../parameter.ts';
import { boolean, integer, nonNegativeInteger, string, textUpTo } from '../primitives.ts';

/** One setting of an organization. */
export type RealmSetting<
  P extends z.ZodType = z.ZodType,
  V extends z.ZodType = z.ZodType,
  E extends 'update' | 'update_dict' = 'update' | 'update_dict',
> = {
  readonly travel: 'text' | 'json';
  /** The parameter of `PATCH /realm`. */
  readonly parameter: P;
  /** The value as it is stored and presented. */
  readonly value: V;
  readonly default: z.output<V>;
  readonly ownerOnly: boolean;
  /** A change travels as one property, or as a part of a dictionary. */
  readonly event: E;
  /** Whether the answer to a change says the word `updated` instead of the value. */
  readonly answersUpdated: boolean;
  readonly doc: string;
};

type Traits = { ownerOnly?: boolean };

function setting<P extends z.ZodType, V extends z.ZodType>(
  travel: 'text' | 'json',
  parameter: P,
  value: V,
  standard: z.output<V>,
  doc: string,
  traits: Traits = {},
): RealmSetting<P, V, 'update'> {
  return {
    travel,
    parameter,
    value,
    default: standard,
    ownerOnly: false,
    event: 'update',
    answersUpdated: travel === 'text',
    ...traits,
    doc,
  };
}

function inDictionary<P extends z.ZodType, V extends z.ZodType>(
  of: RealmSetting<P, V>,
): RealmSetting<P, V, 'update_dict'> {
  return { ...of, event: 'update_dict' };
}

function same<S extends z.ZodType>(schema: S, standard: z.output<S>, doc: string, traits?: Traits) {
  return setting('json', schema, schema, standard, doc, traits);
}

function words<S extends z.ZodType>(schema: S, standard: z.output<S>, doc: string, traits?: Traits) {
  return setting('text', schema, schema, standard, doc, traits);
}

function flag(standard: boolean, doc: string, traits?: Traits) {
  return same(boolean, standard, doc, traits);
}

/** A positive number or the word `unlimited`; anything else has its own error, so the schema lets it through. */
const limitInput = z.union([integer, string]);

function seconds(standard: number, doc: string, traits?: Traits) {
  return setting(
    'json',
    limitInput,
    integer.nullable(),
    standard,
    `${doc} Seconds, or the word \`unlimited\`.`,
    traits,
  );
}

function channel(doc: string) {
  return same(integer, -1, `${doc} A negative number means none.`);
}

export const organizationTypes = [0, 10, 20, 30, 35, 40, 50, 60, 70, 80, 90, 100, 1000] as const;

/** Every way to log in that the wire has a name for. */
export const authenticationMethodNames = [
  'Dev',
  'Email',
  'LDAP',
  'AzureAD',
  'GitLab',
  'GitHub',
  'Google',
  'Apple',
  'SAML',
  'OpenID Connect',
  'RemoteUser',
  'Discord',
] as const;
export type AuthenticationMethod = (typeof authenticationMethodNames)[number];

const authenticationMethods = z.record(
  string,
  z.strictObject({ enabled: boolean, available: boolean, unavailable_reason: string.optional() }),
);

/** Every setting of an organization but the permissions, which `permission-settings.ts` lists. */
export const realmSettings = {
  allow_message_editing: inDictionary(flag(true, 'Whether users may edit what they wrote.')),
  authentication_methods: inDictionary(
    setting(
      'json',
      z.record(string, boolean),
      authenticationMethods,
      Object.fromEntries(
        authenticationMethodNames.map((name) => [name, { enabled: true, available: name === 'Email' }]),
      ),
      'Which ways to log in are open.',
      { ownerOnly: true },
    ),
  ),
  avatar_changes_disabled: flag(false, 'Whether only administrators may change avatars.'),
  default_avatar_source: words(
    z.enum(['G', 'J']),
    'J',
    'First avatar of new users: `J` drawn here, `G` hosted elsewhere.',
  ),
  default_code_block_language: words(string, '', 'Language of code blocks that name none.'),
  default_language: words(string, 'en', 'Language of new users and of automatic messages.'),
  description: inDictionary(
    words(textUpTo(limits.realmDescriptionLength), '', 'Description of the organization, in Markdown.'),
  ),
  digest_emails_enabled: flag(false, 'Whether digests are sent at all.'),
  digest_weekday: same(z.literal([0, 1, 2, 3, 4, 5, 6]), 1, 'Day of the digest; 0 is Monday.'),
  disallow_disposable_email_addresses: flag(true, 'Whether throw-away addresses are refused.', {
    ownerOnly: true,
  }),
  email_changes_disabled: flag(false, 'Whether only administrators may change addresses.'),
  emails_restricted_to_domains: flag(false, 'Whether only addresses of the allowed domains may join.', {
    ownerOnly: true,
  }),
  enable_guest_user_dm_warning: flag(true, 'Whether writing to a guest shows a warning.'),
  enable_guest_user_indicator: flag(true, 'Whether names of guests are marked.'),
  enable_read_receipts: flag(true, 'Whether users can see who has read a message.'),
  enable_spectator_access: flag(false, 'Whether web-public channels can be read without an account.'),
  gif_rating_policy: same(z.literal([0, 1, 2, 3, 4]), 1, 'Which animated pictures may be offered; 0 none.'),
  inline_image_preview: flag(true, 'Whether linked pictures are shown.'),
  inline_url_embed_preview: flag(false, 'Whether linked pages are previewed.'),
  invite_required: flag(true, 'Whether joining needs an invitation.', { ownerOnly: true }),
  jitsi_server_url: setting(
    'json',
    textUpTo(200),
    string.nullable(),
    null,
    'Address of the server for calls, or the word `default`.',
  ),
  media_preview_size: same(z.literal([100, 150, 200]), 100, 'Size of previews, in percent.'),
  message_content_allowed_in_email_notifications: flag(true, 'Whether mails may contain what was written.'),
  message_content_delete_limit_seconds: seconds(600, 'How long users may delete their own messages.'),
  message_content_edit_limit_seconds: inDictionary(seconds(600, 'How long users may edit their messages.')),
  message_edit_history_visibility_policy: words(
    z.enum(['all', 'moves', 'none']),
    'all',
    "Visible part of a message's edit history.",
  ),
  message_retention_days: setting(
    'json',
    limitInput,
    integer,
    -1,
    'Days after which messages are deleted, or the word `unlimited`, which is shown as -1.',
    { ownerOnly: true },
  ),
  moderation_request_channel_id: channel('Private channel for reports of messages.'),
  move_messages_between_streams_limit_seconds: seconds(
    604_800,
    'How long messages may move to other channels.',
  ),
  move_messages_within_stream_limit_seconds: seconds(604_800, 'How long messages may move to other topics.'),
  name: words(textUpTo(limits.realmNameLength), '', 'Name of the organization.'),
  name_changes_disabled: flag(false, 'Whether only administrators may change names.'),
  new_stream_announcements_stream_id: channel('Channel in which new channels are announced.'),
  org_type: same(z.literal(organizationTypes), 0, 'Kind of organization.'),
  require_e2ee_push_notifications: flag(false, 'Whether mobile notifications need end-to-end encryption.'),
  require_unique_names: flag(false, 'Whether two users may not have the same name.'),
  second_step_setup_days: same(
    integer.min(1).max(90),
    14,
    'Days in which users set up a second step that the organization requires of them.',
    { ownerOnly: true },
  ),
  second_steps_required_of: words(
    z.enum(['nobody', 'administrators', 'everyone']),
    'nobody',
    'Users whose log-ins need a second step: owners and administrators, or all human users.',
    { ownerOnly: true },
  ),
  send_channel_events_messages: flag(false, 'Whether changes of channels are told in them.'),
  send_welcome_emails: flag(true, 'Whether new users are welcomed by mail.'),
  session_idle_minutes: same(
    integer.min(15).max(20_160),
    20_160,
    'Minutes without use after which a browser is logged out.',
    { ownerOnly: true },
  ),
  session_max_hours: same(
    integer.min(1).max(2_160),
    2_160,
    'Hours after a log-in after which a browser is logged out, however much it is used.',
    { ownerOnly: true },
  ),
  signup_announcements_stream_id: channel('Channel in which new users are announced.'),
  string_id: words(string, '', 'Subdomain. Only a demonstration organization can change it.', {
    ownerOnly: true,
  }),
  topics_policy: inDictionary(
    words(
      z.enum(['allow_empty_topic', 'disable_empty_topic']),
      'allow_empty_topic',
      'Whether messages may have no topic.',
    ),
  ),
  video_chat_provider: same(integer, 1, 'Which of `realm_available_video_chat_providers` calls use.'),
  waiting_period_threshold: same(nonNegativeInteger, 0, 'Days after which a member becomes a full member.', {
    ownerOnly: true,
  }),
  want_advertise_in_communities_directory: flag(
    false,
    'Whether the organization wants to be listed publicly.',
  ),
  welcome_message_custom_text: words(textUpTo(8000), '', 'A text for new users besides the usual welcome.'),
  zulip_update_announcements_stream_id: channel('Channel in which new features are announced.'),
} as const satisfies Record<string, RealmSetting>;

type Table = typeof realmSettings;
export type RealmSettingName = keyof Table;
export type RealmSettings = { [K in RealmSettingName]: z.output<Table[K]['value']> };
export const realmSettingNames = Object.keys(realmSettings) as RealmSettingName[];

function parameterOf(setting: RealmSetting): Parameter<unknown, 'undefined'> {
  return optional(
    setting.travel === 'text' ? text(setting.parameter, setting.doc) : json(setting.parameter, setting.doc),
  );
}

/** One optional parameter of `PATCH /realm` a setting. */
export const realmSettingParameters = Object.fromEntries(
  realmSettingNames.map((name) => [name, parameterOf(realmSettings[name])]),
) as { readonly [K in RealmSettingName]: Parameter<z.output<Table[K]['parameter']>, 'undefined'> };

/** The values of all settings, as parts of an object. */
export const realmSettingValues = Object.fromEntries(
  realmSettingNames.map((name) => [name, realmSettings[name].value]),
) as { readonly [K in RealmSettingName]: Table[K]['value'] };
