import type { RealmSettingName } from '@parley/contract/objects/realm-settings.ts';
import { locale, t } from '../../words/index.ts';
import { LANGUAGES } from '../../words/language.ts';

export type RealmValue = string | number | boolean | null;

export type RealmChoice = { readonly value: RealmValue; readonly name: string };

/** A setting of the organization on a page: a switch, or a choice where there are choices. */
export type RealmEntry = {
  readonly name: RealmSettingName;
  readonly label: string;
  readonly help?: string;
  /** Choices, or the channels or video providers of the organization. */
  readonly choices?: readonly RealmChoice[] | 'channels' | 'call-providers';
  /** Other words for it. */
  readonly words?: string;
};

export type RealmGroup = { readonly title: string; readonly entries: readonly RealmEntry[] };

/** Settings that only owners change; administrators change the others. */
const FOR_OWNERS: ReadonlySet<RealmSettingName> = new Set<RealmSettingName>([
  'disallow_disposable_email_addresses',
  'emails_restricted_to_domains',
  'invite_required',
  'message_retention_days',
  'second_step_setup_days',
  'second_steps_required_of',
  'session_idle_minutes',
  'session_max_hours',
  'waiting_period_threshold',
]);

export function isForOwners(name: RealmSettingName): boolean {
  return FOR_OWNERS.has(name);
}

const MINUTE = 60;
const HOUR = 3_600;
export const DAY = 86_400;

function spans(...seconds: readonly number[]): readonly RealmChoice[] {
  return [
    ...seconds.map((value) => ({ value, name: spanName(value) })),
    { value: null, name: t('At any time') },
  ];
}

/** `10 minutes`: how long after sending something is possible. */
export function spanName(seconds: number): string {
  const [unit, count] =
    seconds % DAY === 0
      ? (['day', seconds / DAY] as const)
      : seconds % HOUR === 0
        ? (['hour', seconds / HOUR] as const)
        : (['minute', seconds / MINUTE] as const);
  return new Intl.NumberFormat(locale(), { style: 'unit', unit, unitDisplay: 'long' }).format(count);
}

/** Settings of the page "Messages". */
export function messageGroups(): readonly RealmGroup[] {
  return [
    {
      title: t('Change'),
      entries: [
        { name: 'allow_message_editing', label: t('People edit their messages') },
        {
          name: 'message_content_edit_limit_seconds',
          label: t('Edit own messages within'),
          choices: spans(2 * MINUTE, 10 * MINUTE, HOUR, DAY, 7 * DAY),
        },
        {
          name: 'message_content_delete_limit_seconds',
          label: t('Delete own messages within'),
          choices: spans(2 * MINUTE, 10 * MINUTE, HOUR, DAY, 7 * DAY),
        },
        {
          name: 'move_messages_within_stream_limit_seconds',
          label: t('Move messages to another topic within'),
          help: t('Moderators move them at any time'),
          choices: spans(HOUR, DAY, 7 * DAY, 30 * DAY),
        },
        {
          name: 'move_messages_between_streams_limit_seconds',
          label: t('Move messages to another channel within'),
          help: t('Moderators move them at any time'),
          choices: spans(HOUR, DAY, 7 * DAY, 30 * DAY),
        },
        {
          name: 'message_edit_history_visibility_policy',
          label: t('What is seen of earlier versions'),
          words: t('history'),
          choices: [
            { value: 'all', name: t('Moves and texts') },
            { value: 'moves', name: t('Moves only') },
            { value: 'none', name: t('Nothing') },
          ],
        },
      ],
    },
    {
      title: t('Write'),
      entries: [
        {
          name: 'topics_policy',
          label: t('A message in a channel'),
          words: t('topic required mandatory general chat'),
          choices: [
            { value: 'allow_empty_topic', name: t('May have no topic') },
            { value: 'disable_empty_topic', name: t('Needs a topic') },
          ],
        },
        { name: 'enable_read_receipts', label: t('People see who has read a message') },
        {
          name: 'message_content_allowed_in_email_notifications',
          label: t('E-mails may contain the text of messages'),
        },
        {
          name: 'video_chat_provider',
          label: t('Video calls take place at'),
          words: t('call video meeting jitsi conference'),
          choices: 'call-providers',
        },
        {
          name: 'enable_guest_user_dm_warning',
          label: t('Writing to a guest shows a warning'),
        },
      ],
    },
    {
      title: t('Show'),
      entries: [
        {
          name: 'inline_image_preview',
          label: t('Linked pictures are shown'),
          help: t('Pictures of other sites come through this server, so these sites do not learn who reads.'),
          words: t('image preview'),
        },
        {
          name: 'inline_url_embed_preview',
          label: t('Linked pages are shown as cards'),
          help: t(
            'This server fetches the title and the picture of each linked page. The page learns the address of the server and of the link, not who wrote or reads it.',
          ),
          words: t('link preview card'),
        },
        {
          name: 'media_preview_size',
          label: t('Size of pictures'),
          choices: [
            { value: 100, name: t('Normal') },
            { value: 150, name: t('Larger') },
            { value: 200, name: t('Largest') },
          ],
        },
      ],
    },
    {
      title: t('Announcements'),
      entries: [
        {
          name: 'new_stream_announcements_stream_id',
          label: t('New channels are told in'),
          choices: 'channels',
        },
        { name: 'signup_announcements_stream_id', label: t('New people are told in'), choices: 'channels' },
        {
          name: 'zulip_update_announcements_stream_id',
          label: t('New features are told in'),
          choices: 'channels',
        },
        {
          name: 'moderation_request_channel_id',
          label: t('Reports of messages go to'),
          help: t('A private channel'),
          words: t('moderation abuse'),
          choices: 'channels',
        },
        {
          name: 'send_channel_events_messages',
          label: t('Changes of channels are told in them'),
        },
      ],
    },
  ];
}

/** Settings of the page "Data". */
export function keepGroups(): readonly RealmGroup[] {
  return [
    {
      title: t('Keep'),
      entries: [
        {
          name: 'message_retention_days',
          label: t('Messages are kept'),
          help: t('A channel can keep them longer or shorter. Deleted messages cannot be brought back.'),
          words: t('retention delete old'),
          choices: [
            ...[30, 90, 365, 730].map((value) => ({ value, name: t('{count} days', { count: value }) })),
            { value: -1, name: t('Forever') },
          ],
        },
      ],
    },
  ];
}

/** Settings of the page "Profile". */
export function profileGroups(): readonly RealmGroup[] {
  return [
    {
      title: t('Kind'),
      entries: [
        {
          name: 'org_type',
          label: t('Kind of organization'),
          choices: [
            { value: 0, name: t('Not said') },
            { value: 10, name: t('Business') },
            { value: 20, name: t('Open source project') },
            { value: 30, name: t('School, no profit') },
            { value: 35, name: t('School') },
            { value: 40, name: t('Research') },
            { value: 50, name: t('Event or conference') },
            { value: 60, name: t('No-profit organization') },
            { value: 70, name: t('Government') },
            { value: 80, name: t('Political group') },
            { value: 90, name: t('Community') },
            { value: 100, name: t('Personal') },
            { value: 1000, name: t('Other') },
          ],
        },
        { name: 'want_advertise_in_communities_directory', label: t('Wants to be listed publicly') },
      ],
    },
    {
      title: t('Language'),
      entries: [
        {
          name: 'default_language',
          label: t('Language of new people and of notices'),
          help: t('People choose their own'),
          choices: Object.entries(LANGUAGES).map(([value, name]) => ({ value, name })),
        },
      ],
    },
  ];
}
