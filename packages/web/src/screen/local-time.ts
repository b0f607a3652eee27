import { clockTime } from '../words/dates.ts';
import { t } from '../words/index.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;

/** The time where a user is, with the difference to here: `16:41, +7 h`; empty if it is not known. */
export function localTime(timeZone: string, at: number): string {
  if (timeZone === '') return '';
  try {
    const time = clockTime(at / 1000, undefined, timeZone);
    const hours = (offsetOf(timeZone, at) - offsetOf(undefined, at)) / HOUR_MS;
    if (hours === 0) return time;
    return t('{time}, {difference} h', { time, difference: `${hours > 0 ? '+' : '−'}${Math.abs(hours)}` });
  } catch {
    // The browser does not know the zone.
    return '';
  }
}

/** Formatters are slow to make; a directory has many rows and few zones. */
const formats = new Map<string | undefined, Intl.DateTimeFormat>();

/** Milliseconds that a zone is ahead of UTC; of this browser where none is named. */
function offsetOf(timeZone: string | undefined, at: number): number {
  const format = formats.get(timeZone) ?? wallFormat(timeZone);
  formats.set(timeZone, format);
  const parts = format.formatToParts(at);
  const of = (type: string): number => Number(parts.find((part) => part.type === type)?.value ?? 0);
  const wall = Date.UTC(of('year'), of('month') - 1, of('day'), of('hour'), of('minute'));
  return wall - Math.floor(at / MINUTE_MS) * MINUTE_MS;
}

function wallFormat(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    ...(timeZone === undefined ? {} : { timeZone }),
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
}
