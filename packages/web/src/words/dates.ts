import { locale, t } from './index.ts';

/** Formatters are slow to make, so each is made once per locale. */
const formatters = new Map<string, Intl.DateTimeFormat>();

/** `9:41`, or `9:41 AM` for users who count twelve hours; of the time zone of this browser if none is named. */
export function clockTime(timestamp: number, hasTwelveHours?: boolean, timeZone?: string): string {
  const zone = timeZone === undefined ? {} : { timeZone };
  const time = format(timestamp, { hour: 'numeric', minute: '2-digit', ...twelve(hasTwelveHours), ...zone });
  return time.replace(/^0(?=\d)/, '');
}

/** Today, yesterday, a weekday of the last six days, else the date; with the year if it is another one. */
export function dayName(timestamp: number, now: number): string {
  const days = daysBetween(timestamp * 1000, now);
  if (days === 0) return t('Today');
  if (days === 1) return t('Yesterday');
  if (days > 1 && days < 7) return format(timestamp, { weekday: 'long' });
  const isThisYear = new Date(timestamp * 1000).getFullYear() === new Date(now).getFullYear();
  return format(timestamp, { day: 'numeric', month: 'long', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** For narrow columns: the time of today, else yesterday, a weekday or `3 March`; with the year if it is another one. */
export function shortDay(timestamp: number, now: number, hasTwelveHours?: boolean): string {
  const days = daysBetween(timestamp * 1000, now);
  if (days === 0) return clockTime(timestamp, hasTwelveHours);
  if (days === 1) return t('yesterday');
  if (days > 1 && days < 7) return format(timestamp, { weekday: 'long' });
  const isThisYear = new Date(timestamp * 1000).getFullYear() === new Date(now).getFullYear();
  return format(timestamp, { day: 'numeric', month: 'short', ...(isThisYear ? {} : { year: 'numeric' }) });
}

/** The same below a heading that names yesterday: the time. */
export function timeInGroup(timestamp: number, now: number, hasTwelveHours?: boolean): string {
  return daysBetween(timestamp * 1000, now) === 1
    ? clockTime(timestamp, hasTwelveHours)
    : shortDay(timestamp, now, hasTwelveHours);
}

/** `in 2 h`, for a time that comes; the date if it is days away. */
export function timeUntil(timestamp: number, now: number): string {
  const minutes = Math.round(timestamp / 60 - now / 60_000);
  if (minutes < 1) return t('now');
  if (minutes < 60) return t('in {count} min', { count: minutes });
  if (minutes < 24 * 60) return t('in {count} h', { count: Math.round(minutes / 60) });
  return format(timestamp, { weekday: 'short', day: 'numeric', month: 'short' });
}

/** `17 March 2026` */
export function fullDay(timestamp: number): string {
  return format(timestamp, { day: 'numeric', month: 'long', year: 'numeric' });
}

/** Date and time in full, for tooltips. */
export function fullTime(timestamp: number, hasTwelveHours?: boolean): string {
  return format(timestamp, { dateStyle: 'full', timeStyle: 'short', ...twelve(hasTwelveHours) });
}

/** `Tue, March 17, 21:30` */
export function dateAndTime(timestamp: number, hasTwelveHours?: boolean): string {
  const date = format(timestamp, { weekday: 'short', day: 'numeric', month: 'long' });
  return `${date}, ${clockTime(timestamp, hasTwelveHours)}`;
}

function format(timestamp: number, options: Intl.DateTimeFormatOptions): string {
  const region = regionOf(locale(), globalThis.navigator?.languages ?? []);
  const key = `${region} ${JSON.stringify(options)}`;
  const known = formatters.get(key) ?? new Intl.DateTimeFormat(region, options);
  formatters.set(key, known);
  return known.format(timestamp * 1000);
}

/** The user's own form of a language, such as `en-GB`: regions write dates in different orders. */
export function regionOf(language: string, preferred: readonly string[]): string {
  return preferred.find((one) => one === language || one.startsWith(`${language}-`)) ?? language;
}

function daysBetween(earlier: number, later: number): number {
  const day = (time: number): number => {
    const date = new Date(time);
    return Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / DAY_MS;
  };
  return day(later) - day(earlier);
}

const DAY_MS = 86_400_000;

/** Undefined leaves the choice to the language. */
let userHasTwelveHours: boolean | undefined;

/** Sets the user's choice for times whose caller makes none; undefined leaves it to the language. */
export function setTwelveHours(hasTwelveHours: boolean | undefined): void {
  userHasTwelveHours = hasTwelveHours;
}

function twelve(hasTwelveHours = userHasTwelveHours): Intl.DateTimeFormatOptions {
  return hasTwelveHours === undefined ? {} : { hour12: hasTwelveHours };
}
