/** The clock of the conversations shows this time now; all their times are relative to it. */
const REFERENCE_MINUTE = 9 * 60 + 42;

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const CLOCK = /^(?:([-+]\d+) )?(\d{1,2}):(\d\d)$/;

/** The time of `-9 10:12` in milliseconds. Without a day, the time is on the day of `beside`. */
export function timeOf(text: string, now: number, beside = now): number {
  const [, day, hour = '0', minute = '0'] = CLOCK.exec(text) ?? [];
  const days = day === undefined ? daysBetween(now, beside) : Number(day);
  return now + days * DAY_MS + (Number(hour) * 60 + Number(minute) - REFERENCE_MINUTE) * MINUTE_MS;
}

/** Days from the reference day to the day of another time, by the clock of the conversations. */
function daysBetween(now: number, time: number): number {
  return Math.floor((time - now + REFERENCE_MINUTE * MINUTE_MS) / DAY_MS);
}

/** Replaces `{night:-3}` by a date and `{time:+1 21:30}` by a time that every reader sees in their own zone. */
export function withDates(text: string, now: number): string {
  return text
    .replaceAll(/\{night:([-+]?\d+)\}/g, (_, day: string) => isoDate(now + Number(day) * DAY_MS))
    .replaceAll(
      /\{time:([^}]+)\}/g,
      (_, time: string) => `<time:${new Date(timeOf(time, now)).toISOString().slice(0, 16)}+00:00>`,
    );
}

/** The date as `2026-03-17`. */
export function isoDate(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
