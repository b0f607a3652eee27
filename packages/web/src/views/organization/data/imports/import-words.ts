import type { ImportSource, RealmImport } from '../../../../data/actions/import-actions.ts';
import { dayName } from '../../../../words/dates.ts';
import { locale, t } from '../../../../words/index.ts';
import { sizeText } from '../../../../words/sizes.ts';

export const SOURCES: readonly ImportSource[] = [
  'slack',
  'zulip',
  'mattermost',
  'discord',
  'rocketchat',
  'teams',
];

export function sourceName(source: ImportSource): string {
  return {
    slack: 'Slack',
    zulip: 'Zulip',
    mattermost: 'Mattermost',
    discord: 'Discord',
    rocketchat: 'Rocket.Chat',
    teams: 'Microsoft Teams',
  }[source];
}

/** The archive that a source gives. */
export function archiveName(source: ImportSource): string {
  return {
    slack: t('The zip of Slack’s export'),
    zulip: t('The tar.gz of an export'),
    mattermost: t('The zip or JSONL of a bulk export'),
    discord: t('A zip of the JSON files of DiscordChatExporter'),
    rocketchat: t('An archive of a mongodump'),
    teams: t('The tar of the data export'),
  }[source];
}

/** The state of an import in words. */
export function importLine(one: RealmImport, now: number): string {
  switch (one.state) {
    case 'receiving':
      return t('{received} of {size} have arrived. Nothing is changed yet.', {
        received: sizeText(one.received),
        size: sizeText(one.size),
      });
    case 'checking':
      return t('The archive is looked at. Nothing is changed yet.');
    case 'checked':
      return t('This is in the archive. Nothing is changed yet.');
    case 'importing':
      return one.total === 0
        ? t('Being imported. Everybody can go on meanwhile.')
        : t('{progress} of {total} messages are written. Everybody can go on meanwhile.', {
            progress: countText(one.progress),
            total: countText(one.total),
          });
    case 'done':
      return one.takes_back_until === null
        ? t('Imported: {day}', { day: dayName(one.ended ?? one.started, now) })
        : t('Imported: {day}. It can be taken back until: {until}', {
            day: dayName(one.ended ?? one.started, now),
            until: dayName(one.takes_back_until, now),
          });
    case 'taking_back':
      return t('Being taken back. What people added since stays.');
    case 'taken_back':
      return t('Taken back: {day}', { day: dayName(one.taken_back ?? one.started, now) });
    case 'failed':
      return t('Failed: {problem}', { problem: one.problem ?? '' });
  }
}

/** Whether the server works at it, so that its state changes by itself. */
export function isMoving({ state }: RealmImport): boolean {
  return ['receiving', 'checking', 'importing', 'taking_back'].includes(state);
}

export type ImportRow = { readonly what: string; readonly found: number; readonly taken: number | undefined };

/** Kinds of things, with how many were in the archive and how many were taken. */
export function importRows({ found, taken }: Pick<RealmImport, 'found' | 'taken'>): readonly ImportRow[] {
  const takenOf = new Map((taken ?? []).map(({ what, count }) => [what, count]));
  const foundOf = new Map((found ?? []).map(({ what, count }) => [what, count]));
  return [...new Set([...foundOf.keys(), ...takenOf.keys()])].map((what) => ({
    what,
    found: foundOf.get(what) ?? takenOf.get(what) ?? 0,
    taken: taken === null ? undefined : (takenOf.get(what) ?? 0),
  }));
}

export function countText(count: number): string {
  return new Intl.NumberFormat(locale()).format(count);
}
