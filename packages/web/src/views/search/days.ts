import { dayText, isDay, startOfDay } from '../../data/narrow/periods.ts';
import { fullDay } from '../../words/dates.ts';
import { msg, t } from '../../words/index.ts';

export const TIME_OPERATORS = ['before', 'after', 'date'] as const;

export function isTimeOperator(typed: string): typed is (typeof TIME_OPERATORS)[number] {
  return TIME_OPERATORS.some((operator) => operator === typed);
}

/** Days that have a name, as users type it, with the number of days from today. */
const NAMED: readonly (readonly [typed: string, label: string, days: number])[] = [
  ['today', msg('Today'), 0],
  ['yesterday', msg('Yesterday'), -1],
  ['week', msg('A week ago'), -7],
  ['month', msg('A month ago'), -30],
];

export function namedDays(): readonly { readonly label: string; readonly day: string }[] {
  return NAMED.map(([, label, days]) => ({ label: t(label), day: dayText(days) }));
}

/** The day that a user typed: `2026-03-17`, `today` or `yesterday`. */
export function dayNamed(typed: string): string | undefined {
  if (isDay(typed)) return typed;
  const named = NAMED.find(([word]) => word === typed.toLowerCase());
  return named && dayText(named[2]);
}

/** `17 March 2026` */
export function dayLabel(day: string): string {
  return isDay(day) ? fullDay(startOfDay(day) / 1000) : day;
}
