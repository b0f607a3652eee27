import type { NarrowTerm } from '@parley/client';
import { now } from '../clock.ts';

type PlainTerm = Exclude<NarrowTerm, readonly unknown[]>;

const DAY = /^\d{4}-\d\d-\d\d$/;

/** The moment, in milliseconds, at which a day of the reader's calendar begins, some days later. */
export function startOfDay(day: string, later = 0): number {
  const date = new Date(`${day}T00:00`);
  date.setDate(date.getDate() + later);
  return date.getTime();
}

/** A day of the reader's calendar, so many days from today, as a field of a form writes it. */
export function dayText(days: number): string {
  const date = new Date(now());
  date.setDate(date.getDate() + days);
  const two = (part: number): string => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;
}

export function isDay(text: string): boolean {
  // Date takes a day that the month does not have for one of the next month.
  return DAY.test(text) && new Date(startOfDay(text)).getDate() === Number(text.slice(-2));
}

/** The send times that a term means, in milliseconds: from the one on, before the other. */
export function periodOf(operator: string, operand: string): readonly [from: number, to: number] | undefined {
  const begin = isDay(operand) ? startOfDay(operand) : Date.parse(operand);
  const end = isDay(operand) ? startOfDay(operand, 1) : begin;
  if (operator === 'before') return [-Infinity, begin];
  if (operator === 'after') return [end, Infinity];
  return operator === 'date' ? [begin, end] : undefined;
}

/** Terms for the server, whose days are those of UTC: days of the reader's calendar become moments. */
export function momentTerms(term: NarrowTerm): NarrowTerm[] {
  const { operator, operand, negated } = Array.isArray(term)
    ? { operator: term[0], operand: term[1], negated: undefined }
    : term;
  const text = String(operand);
  const period = isDay(text) ? periodOf(operator, text) : undefined;
  if (period === undefined || (operator === 'date' && negated === true)) return [term];
  const at = (operator: PlainTerm['operator'], time: number): NarrowTerm[] =>
    Number.isFinite(time)
      ? [{ operator, operand: new Date(time).toISOString(), ...(negated === true ? { negated } : {}) }]
      : [];
  return [...at('after', period[0]), ...at('before', period[1])];
}
