import type { SettingName, SettingValue } from '../../data/chat.ts';
import { t } from '../../words/index.ts';
import { LANGUAGES } from '../../words/language.ts';

export type SettingChoice = { readonly value: SettingValue; readonly name: string };

/** A setting of the user on a page: a switch, or a choice where there are choices. */
export type SettingEntry = {
  readonly name: SettingName;
  readonly label: string;
  readonly help?: string;
  readonly choices?: readonly SettingChoice[];
};

export type SettingGroup = { readonly title: string; readonly entries: readonly SettingEntry[] };

/** Settings of the page "Writing", without the key that sends. */
export function writingGroups(): readonly SettingGroup[] {
  return [
    {
      title: t('While you write'),
      entries: [
        { name: 'translate_emoticons', label: t('Emoticons become emoji'), help: t(':) becomes 🙂') },
        { name: 'send_private_typing_notifications', label: t('Others see that you write to them') },
        { name: 'send_stream_typing_notifications', label: t('Others see that you write in topics') },
        {
          name: 'enable_drafts_synchronization',
          label: t('Drafts are kept on the server'),
          help: t('Off deletes them there; drafts of this browser stay'),
        },
      ],
    },
    {
      title: t('After sending'),
      entries: [
        { name: 'automatically_follow_topics_policy', label: t('Follow topics'), choices: topicChoices() },
        { name: 'automatically_follow_topics_where_mentioned', label: t('Follow topics that mention you') },
        {
          name: 'automatically_unmute_topics_in_muted_streams_policy',
          label: t('Unmute topics'),
          help: t('In muted channels'),
          choices: topicChoices(),
        },
      ],
    },
  ];
}

/** The language of the interface, which starts again in it. */
export function languageEntry(): SettingEntry {
  return {
    name: 'default_language',
    label: t('Language'),
    help: t('Of your account, in all browsers'),
    choices: Object.entries(LANGUAGES).map(([value, name]) => ({ value, name })),
  };
}

/** Settings of the page "Reading". */
export function readingGroups(): readonly SettingGroup[] {
  return [
    {
      title: t('Marking as read'),
      entries: [
        {
          name: 'web_mark_read_on_scroll_policy',
          label: t('A message counts as read'),
          choices: [
            { value: 1, name: t('When it was on the screen') },
            { value: 2, name: t('When it was on the screen, in conversations') },
            { value: 3, name: t('When you mark it') },
          ],
        },
        {
          name: 'resolved_topic_notice_auto_read_policy',
          label: t('Notices about resolved topics count as read'),
          choices: [
            { value: 'always', name: t('Always') },
            { value: 'except_followed', name: t('Except in followed topics') },
            { value: 'never', name: t('Never') },
          ],
        },
        { name: 'send_read_receipts', label: t('Others see that you read') },
        {
          name: 'presence_enabled',
          label: t('Others see that you are here'),
          help: t('Off shows you as offline'),
        },
        { name: 'receives_typing_notifications', label: t('You see that others write') },
      ],
    },
    {
      title: t('Display'),
      entries: [
        {
          name: 'twenty_four_hour_time',
          label: t('Time'),
          choices: [
            { value: true, name: '16:41' },
            { value: false, name: t('4:41 PM') },
          ],
        },
        {
          name: 'emojiset',
          label: t('Emoji'),
          choices: [
            { value: 'google', name: t('Google') },
            { value: 'twitter', name: t('Twitter') },
            { value: 'text', name: t('Plain text') },
          ],
        },
      ],
    },
  ];
}

/** E-mails of the page "Notifications". */
export function mailGroups(): readonly SettingGroup[] {
  return [
    {
      title: t('E-mails'),
      entries: [
        {
          name: 'message_content_in_email_notifications',
          label: t('E-mails contain the text of messages'),
          help: t('Off tells only that there is something to read'),
        },
        { name: 'enable_login_emails', label: t('Tell me about log-ins from new devices') },
        { name: 'enable_digest_emails', label: t('Send a digest when I was away for days') },
        {
          name: 'realm_name_in_email_notifications_policy',
          label: t('Name of the organization in the subject'),
          choices: [
            { value: 1, name: t('Automatic') },
            { value: 2, name: t('Always') },
            { value: 3, name: t('Never') },
          ],
        },
      ],
    },
  ];
}

/** Choices of those who see the real address of the user. */
export function addressEntry(): SettingEntry {
  return {
    name: 'email_address_visibility',
    label: t('Who sees your e-mail'),
    help: t('Guests see no more than the people they may see'),
    choices: [
      { value: 1, name: t('Everyone') },
      { value: 2, name: t('Members') },
      { value: 5, name: t('Moderators') },
      { value: 3, name: t('Administrators') },
      { value: 4, name: t('Nobody') },
    ],
  };
}

function topicChoices(): readonly SettingChoice[] {
  return [
    { value: 3, name: t('That you begin') },
    { value: 2, name: t('In which you write') },
    { value: 1, name: t('In which you take part') },
    { value: 4, name: t('None') },
  ];
}
