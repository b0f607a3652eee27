import { dateFormat } from './date-formats.ts';
import type { UserSettings } from './objects/user-settings.ts';

/** Hours of a week, in minutes from the beginning of Monday. The end may lie in the next week. */
type Span = { readonly start: number; readonly end: number };

const DAYS: readonly string[] = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY_MINUTES = 24 * 60;
const WEEK_MINUTES = DAYS.length * DAY_MINUTES;
const MINUTE_MS = 60_000;

/** Settings that silence notifications: hours of the week and a pause, which ends at a Unix second. */
export type QuietSettings = Readonly<
  Pick<UserSettings, 'do_not_disturb_hours' | 'do_not_disturb_until' | 'timezone'>
>;

/** The end of the silence in which a time lies; undefined if it lies outside. A pause and hours that meet have one end. */
export function quietUntil(settings: QuietSettings, time: Date): Date | undefined {
  const { do_not_disturb_hours: hours, do_not_disturb_until: until, timezone } = settings;
  const pauseEnd = new Date(until * 1000);
  if (pauseEnd > time) return hoursEnd(hours, timezone, pauseEnd) ?? pauseEnd;
  return hoursEnd(hours, timezone, time);
}

/**
 * The end of the do-not-disturb hours in which a time lies; undefined if it lies outside. The time zone is empty for UTC.
 * Hours that never end are looked at again after a week.
 */
function hoursEnd(hours: string, timezone: string, time: Date): Date | undefined {
  if (hours === '') return undefined;
  const spans = hours.split('; ').flatMap(spansOf);
  const clock = localClock(timezone);
  const begin = clock(time);
  const minute = minuteOfWeek(begin);
  const end = endOfQuiet(spans, minute);
  if (end === undefined) return undefined;
  const inMinutes = new Date(Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS + (end - minute) * MINUTE_MS);
  // Clocks that change before the end move it.
  const change = offsetOf(inMinutes, clock(inMinutes)) - offsetOf(time, begin);
  return new Date(inMinutes.getTime() - change);
}

/** The first minute from the given one on that no span contains. */
function endOfQuiet(spans: readonly Span[], minute: number): number | undefined {
  let end = minute;
  while (end < minute + WEEK_MINUTES) {
    const inWeek = end % WEEK_MINUTES;
    const ends = spans.flatMap((span) => {
      const at = inWeek < span.start ? inWeek + WEEK_MINUTES : inWeek;
      return at < span.end ? [span.end - at] : [];
    });
    if (ends.length === 0) break;
    end += Math.max(...ends);
  }
  return end === minute ? undefined : Math.min(end, minute + WEEK_MINUTES);
}

/** The spans of an entry such as `Mo-Fr,Su 22:00-07:00`: each begins on its day and may end on the next. */
function spansOf(entry: string): Span[] {
  const [days = '', times = ''] = entry.split(' ');
  const [from = 0, to = 0] = times.split('-').map(minutesOf);
  const length = to > from ? to - from : to + DAY_MINUTES - from;
  return days.split(',').flatMap((range) =>
    daysOf(range).map((day) => {
      const start = day * DAY_MINUTES + from;
      return { start, end: start + length };
    }),
  );
}

function daysOf(range: string): number[] {
  const [first = 0, last = first] = range.split('-').map((name) => DAYS.indexOf(name));
  const count = ((last - first + DAYS.length) % DAYS.length) + 1;
  return Array.from({ length: count }, (_, index) => (first + index) % DAYS.length);
}

function minutesOf(text: string): number {
  const [hour = 0, minute = 0] = text.split(':').map(Number);
  return hour * 60 + minute;
}

/** Returns the local date and time of a time, as if it were UTC. */
function localClock(timezone: string): (time: Date) => Date {
  const format = dateFormat({
    timeZone: timezone === '' ? 'UTC' : timezone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  return (time) => {
    const parts = format.formatToParts(time);
    const number = (type: string): number => Number(parts.find((part) => part.type === type)?.value);
    return new Date(
      Date.UTC(number('year'), number('month') - 1, number('day'), number('hour'), number('minute')),
    );
  };
}

function minuteOfWeek(local: Date): number {
  const day = (local.getUTCDay() + DAYS.length - 1) % DAYS.length;
  return day * DAY_MINUTES + local.getUTCHours() * 60 + local.getUTCMinutes();
}

function offsetOf(time: Date, local: Date): number {
  return local.getTime() - Math.floor(time.getTime() / MINUTE_MS) * MINUTE_MS;
}
