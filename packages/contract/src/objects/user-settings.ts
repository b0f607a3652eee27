import * as z from 'zod';
import { json, optional, text, type Parameter } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';

/** One personal setting. */
export type UserSetting<S extends z.ZodType = z.ZodType> = {
  readonly schema: S;
  readonly default: z.output<S>;
  /** Words travel as raw text, everything else as JSON. */
  readonly travel: 'text' | 'json';
  /** Whether an organization can choose the value with which new users start. */
  readonly realmDefault: boolean;
  /** Whether `user_settings` may hold `null`, for "not chosen". */
  readonly nullable: boolean;
  readonly doc: string;
};

type Traits = { realmDefault?: boolean; nullable?: boolean };

function setting<S extends z.ZodType>(
  travel: UserSetting['travel'],
  schema: S,
  standard: z.output<S>,
  doc: string,
  traits: Traits = {},
): UserSetting<S> {
  return {
    schema,
    default: standard,
    travel,
    realmDefault: true,
    nullable: false,
    ...traits,
    doc,
  };
}

function flag(standard: boolean, doc: string, traits: Traits = {}): UserSetting<z.ZodBoolean> {
  return setting('json', boolean, standard, doc, traits);
}

function choice<const T extends readonly number[]>(
  values: T,
  standard: NoInfer<T[number]>,
  doc: string,
): UserSetting<z.ZodLiteral<T[number]>> {
  return setting('json', z.literal(values), standard, doc);
}

function word<const T extends readonly [string, ...string[]]>(
  values: T,
  standard: NoInfer<T[number]>,
  doc: string,
) {
  return setting('text', z.enum(values), standard as never, doc);
}

export const emojisets = [
  { key: 'google', text: 'Google' },
  { key: 'twitter', text: 'Twitter' },
  { key: 'text', text: 'Plain text' },
] as const;
export const notificationSounds = ['chime', 'ding', 'zulip'] as const;

/** When topics are followed or unmuted by themselves. */
const automatic = [1, 2, 3, 4] as const;

const DAY = '(?:Mo|Tu|We|Th|Fr|Sa|Su)';
const TIME = '(?:[01]\\d|2[0-3]):[0-5]\\d';
const HOURS = `${DAY}(?:-${DAY})?(?:,${DAY}(?:-${DAY})?)* ${TIME}-(?:${TIME}|24:00)`;
/** Hours of a week, such as `Mo-Fr 22:00-07:00; Sa,Su 00:00-24:00`. */
const hoursOfWeek = z
  .string()
  .max(500)
  .regex(new RegExp(`^(?:${HOURS}(?:; ${HOURS})*)?$`));

/** The last second of the year 9999. */
const LATEST_SECOND = 253_402_300_799;

/** Every personal setting. Parameters, objects and events about settings are derived from this table. */
export const userSettings = {
  allow_private_data_export: flag(false, 'Whether exports of the organization may contain private data.', {
    realmDefault: false,
  }),
  automatically_follow_topics_policy: choice(
    automatic,
    3,
    'Topics to follow by themselves: 1 those taken part in, 2 those written to, 3 those started, 4 none.',
  ),
  automatically_follow_topics_where_mentioned: flag(true, 'Whether a mention makes the topic followed.'),
  automatically_unmute_topics_in_muted_streams_policy: choice(
    automatic,
    2,
    'Topics to unmute by themselves in muted channels: 1 those taken part in, 2 those written to, 3 those started, 4 none.',
  ),
  color_scheme: choice([1, 2, 3], 1, 'Colours: 1 as the system, 2 dark, 3 light.'),
  default_language: setting('text', string, 'en', 'Language of the interface.', { realmDefault: false }),
  demote_inactive_streams: choice(
    [1, 2, 3],
    1,
    'Whether quiet channels sink: 1 automatic, 2 always, 3 never.',
  ),
  desktop_icon_count_display: choice(
    [1, 2, 3, 4],
    1,
    'Unread counter: 1 all, 2 direct messages, mentions and followed topics, 3 direct messages and mentions, 4 none.',
  ),
  display_emoji_reaction_users: flag(true, 'Whether names are shown on reactions of few users.'),
  do_not_disturb_hours: setting(
    'text',
    hoursOfWeek,
    '',
    'Hours without mail and mobile notifications, in the time zone of the user, such as `Mo-Fr 22:00-07:00; Sa,Su 00:00-24:00`. An end that is not after the start is on the next day. What is unread at the end arrives as one mail. An addition to the API.',
    { realmDefault: false },
  ),
  do_not_disturb_until: setting(
    'json',
    z.int().min(0).max(LATEST_SECOND),
    0,
    'End of a pause of all notifications, in Unix seconds; 0 or a time in the past is no pause. Until then it is as in the hours of `do_not_disturb_hours`. An addition to the API.',
    { realmDefault: false },
  ),
  email_address_visibility: choice(
    [1, 2, 3, 4, 5],
    3,
    'Users who see the real address: 1 everyone, 2 members, 3 administrators, 4 nobody, 5 moderators.',
  ),
  email_notifications_batching_period_seconds: setting(
    'json',
    z.int().min(1).max(604_800),
    120,
    'How long notifications are gathered before a mail is sent.',
  ),
  emojiset: word(['google', 'twitter', 'text'], 'google', 'Style of the emoji.'),
  enable_desktop_notifications: flag(true, 'Desktop notifications for direct messages and mentions.'),
  enable_digest_emails: flag(true, 'Digests by mail when away for a while.'),
  enable_drafts_synchronization: flag(
    true,
    'Whether drafts are kept on the server. Switching off deletes them there.',
  ),
  enable_followed_topic_audible_notifications: flag(true, 'Sound for messages in followed topics.'),
  enable_followed_topic_desktop_notifications: flag(true, 'Desktop notifications for followed topics.'),
  enable_followed_topic_email_notifications: flag(true, 'Mail for messages in followed topics.'),
  enable_followed_topic_push_notifications: flag(true, 'Mobile notifications for followed topics.'),
  enable_followed_topic_wildcard_mentions_notify: flag(
    true,
    'Whether mentions of everybody count in followed topics.',
  ),
  enable_login_emails: flag(true, 'Mail about logins from new devices.', { realmDefault: false }),
  enable_marketing_emails: flag(true, 'Occasional news about the product.', { realmDefault: false }),
  enable_offline_email_notifications: flag(true, 'Mail for direct messages and mentions while offline.'),
  enable_offline_push_notifications: flag(true, 'Mobile notifications while offline.'),
  enable_online_push_notifications: flag(true, 'Mobile notifications even while online.'),
  enable_sounds: flag(true, 'Sound for direct messages and mentions.'),
  enable_stream_audible_notifications: flag(false, 'Sound for all channel messages.'),
  enable_stream_desktop_notifications: flag(false, 'Desktop notifications for all channel messages.'),
  enable_stream_email_notifications: flag(false, 'Mail for all channel messages.'),
  enable_stream_push_notifications: flag(false, 'Mobile notifications for all channel messages.'),
  enter_sends: flag(false, 'Whether Enter sends instead of starting a new line.'),
  fluid_layout_width: flag(false, 'Whether the window is used in its full width.'),
  hide_ai_features: flag(false, 'Whether features built on language models are hidden.'),
  high_contrast_mode: flag(false, 'Higher contrast.'),
  left_side_userlist: flag(false, 'Whether the list of users stands on the left in narrow windows.'),
  message_content_in_email_notifications: flag(true, 'Whether mails contain what was written.'),
  notification_sound: word(['none', ...notificationSounds], 'zulip', 'The sound of notifications.'),
  pm_content_in_desktop_notifications: flag(true, 'Whether desktop notifications show direct messages.'),
  presence_enabled: flag(true, 'Whether others see when this user is around.'),
  realm_name_in_email_notifications_policy: choice(
    [1, 2, 3],
    1,
    'Name of the organization in the subject of mails: 1 automatic, 2 always, 3 never.',
  ),
  receives_typing_notifications: flag(true, 'Whether to be told that others are typing.'),
  resolved_topic_notice_auto_read_policy: word(
    ['always', 'except_followed', 'never'],
    'except_followed',
    'Whether notices about resolved topics count as read at once.',
  ),
  send_private_typing_notifications: flag(true, 'Whether others see typing in direct messages.'),
  send_read_receipts: flag(true, 'Whether others see what was read.'),
  send_stream_typing_notifications: flag(true, 'Whether others see typing in channels.'),
  starred_message_counts: flag(true, 'Whether starred messages are counted in the sidebar.'),
  timezone: setting('text', string, '', 'IANA time zone, or empty.', { realmDefault: false }),
  translate_emoticons: flag(false, 'Whether emoticons become emoji while sending.'),
  twenty_four_hour_time: flag(false, 'Times of 24 hours instead of 12.', { nullable: true }),
  user_list_style: choice([1, 2, 3], 3, 'List of users: 1 compact, 2 with status, 3 with avatar.'),
  web_animate_image_previews: word(['always', 'on_hover', 'never'], 'on_hover', 'When moving images move.'),
  web_channel_default_view: choice(
    [1, 2, 3, 4],
    1,
    'View that a click on a channel opens: 1 its first topic, 2 the feed, 3 the list of topics, 4 the top unread topic.',
  ),
  web_escape_navigates_to_home_view: flag(true, 'Whether Escape leads to the home view.'),
  web_font_size_px: setting('json', integer, 16, 'Size of the text, in pixels.'),
  web_home_view: word(['inbox', 'recent', 'all_messages'], 'inbox', 'The first view.'),
  web_inbox_show_channel_folders: flag(true, 'Whether the inbox groups channels by folder.'),
  web_left_sidebar_show_channel_folders: flag(true, 'Whether the sidebar groups channels by folder.'),
  web_left_sidebar_unreads_count_summary: flag(true, 'Whether the sidebar shows sums of unread messages.'),
  web_line_height_percent: setting('json', integer, 140, 'Height of a line, in percent of the text size.'),
  web_mark_read_on_scroll_policy: choice(
    [1, 2, 3],
    1,
    'Whether scrolling marks as read: 1 always, 2 in conversations, 3 never.',
  ),
  web_navigate_to_sent_message: flag(true, 'Whether sending leads to the conversation of the message.'),
  web_stream_unreads_count_display_policy: choice(
    [1, 2, 3],
    2,
    'Unread counters of channels: 1 all, 2 unmuted ones, 3 none.',
  ),
  web_suggest_update_timezone: flag(true, 'Whether to be asked when the time zone seems to have changed.'),
  wildcard_mentions_notify: flag(true, 'Whether mentions of everybody count as mentions.'),
} as const satisfies Record<string, UserSetting>;

type Table = typeof userSettings;
export type UserSettingName = keyof Table;
export type UserSettings = { [K in UserSettingName]: z.output<Table[K]['schema']> };

type SettingParameter<K extends UserSettingName> = Parameter<z.output<Table[K]['schema']>, 'undefined'>;
export const userSettingNames = Object.keys(userSettings) as UserSettingName[];

function parameterOf(setting: UserSetting): Parameter<unknown, 'undefined'> {
  return optional(
    setting.travel === 'text' ? text(setting.schema, setting.doc) : json(setting.schema, setting.doc),
  );
}

/** One optional parameter a setting. */
export const userSettingParameters = Object.fromEntries(
  userSettingNames.map((name) => [name, parameterOf(userSettings[name])]),
) as { readonly [K in UserSettingName]: SettingParameter<K> };

const personalOnly = [
  'allow_private_data_export',
  'default_language',
  'do_not_disturb_hours',
  'do_not_disturb_until',
  'enable_login_emails',
  'enable_marketing_emails',
  'timezone',
] as const satisfies readonly UserSettingName[];
type PersonalOnly = (typeof personalOnly)[number];
export type RealmDefaultSettingName = Exclude<UserSettingName, PersonalOnly>;

/** The settings for which an organization can choose the value of new users. */
export const realmDefaultSettingNames = userSettingNames.filter(
  (name): name is RealmDefaultSettingName => userSettings[name].realmDefault,
);

export const realmDefaultSettingParameters = Object.fromEntries(
  realmDefaultSettingNames.map((name) => [name, userSettingParameters[name]]),
) as { readonly [K in RealmDefaultSettingName]: SettingParameter<K> };

type Shapes = {
  [K in UserSettingName]: K extends 'twenty_four_hour_time'
    ? z.ZodNullable<z.ZodBoolean>
    : Table[K]['schema'];
};

const shapes = Object.fromEntries(
  userSettingNames.map((name) => {
    const { schema, nullable, doc } = userSettings[name] as UserSetting;
    return [name, (nullable ? schema.nullable() : schema).describe(doc)];
  }),
) as unknown as Shapes;

const choices = {
  emojiset_choices: z.array(z.strictObject({ key: string, text: string })),
  available_notification_sounds: z.array(string),
};

export const userSettingsObject = z.strictObject({ ...shapes, ...choices }).meta({
  id: 'UserSettings',
  description: 'All settings of a user, with the choices that two of them have.',
});

const { timezone: _, ...shapesOfDefaults } = shapes;
export const userSettingsDefaultsObject = z.strictObject({ ...shapesOfDefaults, ...choices }).meta({
  id: 'UserSettingsDefaults',
  description: 'The settings with which new users of an organization start.',
});

export const userSettingValue = z.union([boolean, integer, string]);
