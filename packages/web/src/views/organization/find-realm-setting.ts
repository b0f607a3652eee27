import { t } from '../../words/index.ts';
import { rankSettings, type FindableSetting, type FoundSetting } from '../settings/rank-settings.ts';
import { permissionVerbs } from './permissions/permission-entries.ts';
import { messageGroups, profileGroups, signInGroups, type RealmGroup } from './realm-entries.ts';

/** Settings of the organization that fit the query; best first. */
export function findRealmSettings(query: string): FoundSetting[] {
  return rankSettings(query, findable());
}

function findable(): readonly FindableSetting[] {
  return [
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
        ...(choices === 'channels' || choices === undefined ? [] : choices.map((choice) => choice.name)),
      ].join(' '),
    })),
  );
}
