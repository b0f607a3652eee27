import { locale, t } from '../words/index.ts';

const HOUR_MS = 3_600_000;
const formats = new Map<string, Intl.DateTimeFormat | undefined>();

/** The time where a user is, with the difference to here: `16:41, +7 h`; empty if it is not known. */
export function localTime(timeZone: string, at: number): string {
  const format = formatOf(timeZone);
  if (format === undefined) return '';
  const hours = (offsetOf(timeZone, at) - offsetOf(undefined, at)) / HOUR_MS;
  const time = format.format(at);
  if (hours === 0) return time;
  return t('{time}, {difference} h', { time, difference: `${hours > 0 ? '+' : '−'}${Math.abs(hours)}` });
}

function formatOf(timeZone: string): Intl.DateTimeFormat | undefined {
  if (timeZone === '') return undefined;
  if (!formats.has(timeZone)) formats.set(timeZone, newFormat(timeZone));
  return formats.get(timeZone);
}

function newFormat(timeZone: string): Intl.DateTimeFormat | undefined {
  try {
    return new Intl.DateTimeFormat(locale(), { hour: 'numeric', minute: '2-digit', timeZone });
  } catch {
    return undefined;
  }
}

/** Milliseconds that a zone is ahead of UTC; of this browser where none is named. */
function offsetOf(timeZone: string | undefined, at: number): number {
  const parts = new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  }).formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return wall - Math.floor(at / 60_000) * 60_000;
}
