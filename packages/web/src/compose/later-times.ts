import { clockTime } from '../words/dates.ts';
import { locale, t } from '../words/index.ts';

/** A time to send a message, in the zone of its writer. */
export type LaterTime = { readonly id: string; readonly label: string; readonly date: Date };

const MORNING_HOUR = 9;
const AFTERNOON_HOUR = 14;
const EVENING_HOUR = 18;
/** A time that is nearer than this is no "later". */
const MIN_DISTANCE_MS = 75 * 60_000;

/** Sensible times after now, the nearest first. */
export function laterTimes(now: Date): readonly LaterTime[] {
  const inAnHour = new Date(now.getTime() + 3_600_000);
  inAnHour.setSeconds(0, 0);
  const later: LaterTime[] = [{ id: 'hour', label: t('In one hour'), date: inAnHour }];
  const add = (id: string, label: string, date: Date): void => {
    if (date.getTime() - now.getTime() >= MIN_DISTANCE_MS) later.push({ id, label, date });
  };
  const afternoon = at(now, 0, AFTERNOON_HOUR);
  if (afternoon.getTime() - now.getTime() >= MIN_DISTANCE_MS)
    add('afternoon', t('This afternoon'), afternoon);
  else add('evening', t('This evening'), at(now, 0, EVENING_HOUR));
  // Before dawn the next morning is that of the same day.
  const isNight = now.getHours() < 5;
  if (isNight) add('morning', t('This morning'), at(now, 0, MORNING_HOUR));
  add('tomorrow', t('Tomorrow morning'), at(now, 1, MORNING_HOUR));
  const toMonday = (8 - now.getDay()) % 7 || 7;
  if (toMonday > 1) add('monday', t('Monday morning'), at(now, toMonday, MORNING_HOUR));
  return later.toSorted((a, b) => a.date.getTime() - b.date.getTime());
}

/** `14:00` for today, `Wed 9:00` for another day. */
export function laterText(date: Date, now: Date, hasTwelveHours: boolean | undefined): string {
  const time = clockTime(date.getTime() / 1000, hasTwelveHours);
  if (date.toDateString() === now.toDateString()) return time;
  return `${new Intl.DateTimeFormat(locale(), { weekday: 'short' }).format(date)} ${time}`;
}

/** Value of a `datetime-local` field. */
export function fieldValue(date: Date): string {
  const shifted = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return shifted.toISOString().slice(0, 16);
}

function at(now: Date, days: number, hour: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}
