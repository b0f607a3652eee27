import type { GrantScope } from '../../../data/actions/grant-actions.ts';
import { t } from '../../../words/index.ts';

export type ScopeWords = {
  readonly scope: GrantScope;
  readonly name: string;
  readonly help: string;
  /** The beginning of a list of rights. */
  readonly short: string;
};

/** Rights of programs in plain words, the usual ones first. */
export function scopeWords(): readonly ScopeWords[] {
  const words: Readonly<Record<GrantScope, Omit<ScopeWords, 'scope'>>> = {
    see_directory: {
      name: t('See people and channels'),
      help: t('Names, groups, channels, who is there'),
      short: t('see people'),
    },
    read_messages: {
      name: t('Read messages'),
      help: t('Everything that you can read, with files and search'),
      short: t('read'),
    },
    follow_events: {
      name: t('Follow everything as it happens'),
      help: t('All that your own client gets: messages, drafts, settings'),
      short: t('follow'),
    },
    write_messages: {
      name: t('Write messages'),
      help: t('Send, schedule, change and delete, under your name'),
      short: t('write'),
    },
    react: { name: t('React'), help: t('Reactions and votes'), short: t('react') },
    organize: {
      name: t('Keep things in order for you'),
      help: t('Read marks, stars, drafts, reminders, status'),
      short: t('keep order'),
    },
    change_settings: {
      name: t('Change your settings and profile'),
      help: t('Never the password or the address'),
      short: t('change settings'),
    },
    manage_channels: {
      name: t('Manage channels'),
      help: t('Create, change, join and leave them'),
      short: t('manage channels'),
    },
    administer: {
      name: t('Administer the organization'),
      help: t('People, groups and settings, as far as you may'),
      short: t('administer'),
    },
    call_operations: {
      name: t('Call every operation as an assistant'),
      help: t('What has no tool of its own, within the other rights'),
      short: t('call operations'),
    },
  };
  return (Object.keys(words) as GrantScope[]).map((scope) => ({ scope, ...words[scope] }));
}

/** `Read, write, react`. */
export function rightsText(scopes: readonly GrantScope[]): string {
  const text = scopeWords()
    .filter(({ scope }) => scopes.includes(scope))
    .map(({ short }) => short)
    .join(', ');
  return text.charAt(0).toLocaleUpperCase() + text.slice(1);
}
