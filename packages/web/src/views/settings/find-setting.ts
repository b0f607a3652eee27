import { t } from '../../words/index.ts';
import { rankSettings, type FindableSetting, type FoundSetting } from './rank-settings.ts';
import {
  addressEntry,
  mailGroups,
  readingGroups,
  writingGroups,
  type SettingGroup,
} from './setting-tables.ts';

/** Settings of the user that fit the query; best first. */
export function findSettings(query: string): FoundSetting[] {
  return rankSettings(query, findable());
}

function findable(): readonly FindableSetting[] {
  return [
    { page: 'profile', id: 'picture', label: t('Picture'), words: t('avatar photo image') },
    { page: 'profile', id: 'name', label: t('Name') },
    { page: 'profile', id: 'status', label: t('Status') },
    { page: 'profile', id: 'timezone', label: t('Time zone'), words: t('clock local time') },
    { page: 'profile', id: 'fields', label: t('Profile fields'), words: t('pronouns phone birthday') },
    { page: 'account', id: 'email', label: t('E-mail'), words: t('address mail') },
    { page: 'account', id: 'password', label: t('Password') },
    { page: 'account', id: 'devices', label: t('Devices'), words: t('sessions log out') },
    {
      page: 'account',
      id: 'second-step',
      label: t('Second step'),
      words: t('two factor 2fa totp authenticator code recovery'),
    },
    { page: 'account', id: 'api-key', label: t('API key'), words: t('program token bot') },
    { page: 'account', id: 'own-data', label: t('Your data'), words: t('export download gdpr privacy') },
    {
      page: 'account',
      id: 'allow_private_data_export',
      label: t('Exports of administrators'),
      words: t('consent private messages privacy'),
    },
    { page: 'account', id: 'deactivate', label: t('Deactivate my account'), words: t('delete leave') },
    { page: 'writing', id: 'enter_sends', label: t('Enter sends'), words: t('new line key') },
    ...inGroups('writing', writingGroups()),
    ...inGroups('reading', readingGroups()),
    { page: 'notifications', id: 'pause', label: t('Pause'), words: t('do not disturb snooze silence') },
    { page: 'notifications', id: 'tell', label: t('Tell me about'), words: t('desktop sound push') },
    { page: 'notifications', id: 'channels', label: t('Channels with their own choice') },
    { page: 'notifications', id: 'alert-words', label: t('Alert words'), words: t('highlight keyword') },
    { page: 'notifications', id: 'quiet', label: t('Quiet hours'), words: t('do not disturb night') },
    ...inGroups('notifications', mailGroups()),
    { page: 'profile', id: addressEntry().name, label: addressEntry().label, words: t('visible privacy') },
    {
      page: 'look',
      id: 'default_language',
      label: t('Language'),
      words: 'language Sprache Deutsch langue français English',
    },
    { page: 'look', id: 'theme', label: t('Theme'), words: t('dark light contrast color') },
    { page: 'look', id: 'density', label: t('Density'), words: t('compact') },
    { page: 'look', id: 'text-size', label: t('Text size'), words: t('font') },
    { page: 'look', id: 'cards', label: t('Cards of linked pages are shown'), words: t('link preview card') },
    { page: 'muted', id: 'snippets', label: t('Snippets'), words: t('saved texts templates') },
    { page: 'muted', id: 'topics', label: t('Muted topics') },
    { page: 'muted', id: 'channels', label: t('Muted channels') },
    { page: 'muted', id: 'people', label: t('Muted people'), words: t('users block') },
    { page: 'uploads', id: 'files', label: t('Uploads'), words: t('files attachments space') },
    { page: 'programs', id: 'programs', label: t('Programs'), words: t('token grant agent access script') },
    { page: 'bots', id: 'bots', label: t('Bots'), words: t('program webhook key integration') },
  ];
}

function inGroups(page: string, groups: readonly SettingGroup[]): FindableSetting[] {
  return groups.flatMap(({ title, entries }) =>
    entries.map(({ name, label, help, choices }) => ({
      page,
      id: name,
      label,
      words: [title, help, ...(choices ?? []).map((choice) => choice.name)].join(' '),
    })),
  );
}
