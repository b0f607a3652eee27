import { t } from '../../words/index.ts';
import { rankSettings, type FindableSetting, type FoundSetting } from '../settings/rank-settings.ts';
import { permissionVerbs } from './permissions/permission-entries.ts';
import { keepGroups, messageGroups, profileGroups, type RealmGroup } from './realm-entries.ts';
import { signInGroups } from './sign-in-entries.ts';

/** Settings of the organization that fit the query; best first. */
export function findRealmSettings(query: string): FoundSetting[] {
  return rankSettings(query, findable());
}

function findable(): readonly FindableSetting[] {
  return [
    { page: 'overview', id: 'overview', label: t('Overview'), words: t('figures space needs a look') },
    { page: 'profile', id: 'logo', label: t('Wide logo'), words: t('picture image dark') },
    { page: 'profile', id: 'icon', label: t('Icon'), words: t('logo picture image') },
    { page: 'profile', id: 'name', label: t('Name') },
    { page: 'profile', id: 'description', label: t('Description'), words: t('about') },
    {
      page: 'profile',
      id: 'default_code_block_language',
      label: t('Code blocks without a language'),
      words: t('syntax highlighting'),
    },
    ...inGroups('profile', profileGroups()),
    { page: 'people', id: 'people', label: t('People'), words: t('role deactivate user administrator') },
    { page: 'invitations', id: 'invitations', label: t('Invitations'), words: t('link join') },
    { page: 'groups', id: 'groups', label: t('Groups'), words: t('team members mention deactivate') },
    { page: 'channels', id: 'channels', label: t('Channels'), words: t('archive retention default stream') },
    { page: 'channels', id: 'folders', label: t('Folders'), words: t('sidebar order channels') },
    ...permissionVerbs().flatMap(({ title, entries }) =>
      entries.map(({ name, label, help = '', words = '' }) => ({
        page: 'permissions',
        id: name,
        label,
        words: t('who can may permission {words}', { words: `${title} ${help} ${words}` }),
      })),
    ),
    ...inGroups('messages', messageGroups()),
    ...inGroups('sign-in', signInGroups()),
    { page: 'log', id: 'log', label: t('Log'), words: t('audit history who changed') },
    { page: 'sign-in', id: 'domains', label: t('Allowed domains'), words: t('addresses e-mail restrict') },
    { page: 'defaults', id: 'enter_sends', label: t('Enter, for new people'), words: t('default') },
    {
      page: 'defaults',
      id: 'default-channels',
      label: t('Channels of new people'),
      words: t('default join'),
    },
    {
      page: 'defaults',
      id: 'welcome_message_custom_text',
      label: t('First message to new people'),
      words: t('welcome greeting'),
    },
    {
      page: 'integrations',
      id: 'bots',
      label: t('Bots'),
      words: t('program webhook key integration'),
    },
    {
      page: 'integrations',
      id: 'incoming',
      label: t('Incoming webhooks'),
      words: t('products github gitlab jira alerts integration'),
    },
    { page: 'emoji', id: 'emoji', label: t('Emoji'), words: t('custom own picture smiley') },
    {
      page: 'integrations',
      id: 'events',
      label: t('Event subscriptions'),
      words: t('outgoing webhook deliveries replay'),
    },
    {
      page: 'linkifiers',
      id: 'linkifiers',
      label: t('Linkifiers'),
      words: t('links regular expression pattern tickets'),
    },
    { page: 'linkifiers', id: 'playgrounds', label: t('Playgrounds'), words: t('code run') },
    { page: 'fields', id: 'fields', label: t('Profile fields'), words: t('custom pronouns phone birthday') },
    ...inGroups('data', keepGroups()),
    {
      page: 'data',
      id: 'stored-data',
      label: t('Everything that is stored'),
      words: t('privacy GDPR files'),
    },
    { page: 'data', id: 'holds', label: t('Holds'), words: t('legal litigation case keep evidence') },
    { page: 'data', id: 'exports', label: t('Export'), words: t('archive backup download leave consent') },
    {
      page: 'data',
      id: 'import',
      label: t('Import'),
      words: t('Slack Zulip Mattermost Discord Rocket.Chat Teams move archive'),
    },
    {
      page: 'data',
      id: 'deactivate',
      label: t('Deactivate the organization'),
      words: t('close end shut down'),
    },
    {
      page: 'data',
      id: 'delete',
      label: t('Delete the organization'),
      words: t('close end remove for good'),
    },
  ];
}

function inGroups(page: string, groups: readonly RealmGroup[]): FindableSetting[] {
  return groups.flatMap(({ title, entries }) =>
    entries.map(({ name, label, help = '', words = '', choices }) => ({
      page,
      id: name,
      label,
      words: [
        title,
        help,
        words,
        ...(typeof choices === 'string' || choices === undefined ? [] : choices.map((choice) => choice.name)),
      ].join(' '),
    })),
  );
}
