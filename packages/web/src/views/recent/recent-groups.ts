import type { ConversationSummary } from '../../data/chat.ts';
import { locale, t } from '../../words/index.ts';

export type DayGroup = {
  readonly title: string;
  readonly conversations: readonly ConversationSummary[];
};

const DAY_MS = 86_400_000;

/** Conversations by the day of their last message: today, yesterday, the last week, then months. */
export function dayGroups(recent: readonly ConversationSummary[], now: number): DayGroup[] {
  const groups = new Map<string, ConversationSummary[]>();
  for (const one of recent) {
    const title = groupTitle(one.timestamp * 1000, now);
    const group = groups.get(title) ?? [];
    group.push(one);
    groups.set(title, group);
  }
  return [...groups].map(([title, conversations]) => ({ title, conversations }));
}

function groupTitle(time: number, now: number): string {
  const days = dayOf(now) - dayOf(time);
  if (days <= 0) return t('Today');
  if (days === 1) return t('Yesterday');
  if (days < 7) return t('Last week');
  const isThisYear = new Date(time).getFullYear() === new Date(now).getFullYear();
  return new Intl.DateTimeFormat(locale(), {
    month: 'long',
    ...(isThisYear ? {} : { year: 'numeric' }),
  }).format(time);
}

function dayOf(time: number): number {
  const date = new Date(time);
  return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
}
