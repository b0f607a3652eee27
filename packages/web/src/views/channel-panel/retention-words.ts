import { plural, t } from '../../words/index.ts';

/** Choices of how long the messages of a channel are kept. */
export const RETENTION = ['realm_default', 'unlimited', '30', '90', '365'] as const;

export function retentionOf(days: number | null): string {
  return days === null ? 'realm_default' : days === -1 ? 'unlimited' : String(days);
}

export function retentionName(retention: string): string {
  if (retention === 'realm_default') return t('as long as everywhere here');
  if (retention === 'unlimited') return t('forever');
  return plural(Number(retention), { one: 'for # day', other: 'for # days' });
}
