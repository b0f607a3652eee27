import { clockTime } from '../../words/dates.ts';
import { t } from '../../words/index.ts';

/** A time until which notifications pause, in the zone of this browser. */
export type PauseTime = { readonly id: string; readonly label: string; readonly date: Date };

const MINUTE_MS = 60_000;
const NOON_HOUR = 13;
const EVENING_HOUR = 18;
const MORNING_HOUR = 8;
/** An hour of today that is nearer is no choice of its own beside "an hour". */
const MIN_DISTANCE_MS = 75 * MINUTE_MS;

/** Usual ends of a pause after `now`, the nearest first. */
export function pauseTimes(now: Date): readonly PauseTime[] {
  const at = (days: number, hour: number): Date =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
  const today = [at(0, NOON_HOUR), at(0, EVENING_HOUR)].find(
    (date) => date.getTime() - now.getTime() >= MIN_DISTANCE_MS,
  );
  const tomorrow = at(1, MORNING_HOUR);
  return [
    { id: 'half-hour', label: t('30 minutes'), date: inMinutes(now, 30) },
    { id: 'hour', label: t('An hour'), date: inMinutes(now, 60) },
    ...(today === undefined
      ? []
      : [{ id: 'today', label: t('Until {time}', { time: timeOf(today) }), date: today }]),
    { id: 'tomorrow', label: t('Until tomorrow, {time}', { time: timeOf(tomorrow) }), date: tomorrow },
  ];
}

function inMinutes(now: Date, minutes: number): Date {
  return new Date(now.getTime() + minutes * MINUTE_MS);
}

function timeOf(date: Date): string {
  return clockTime(date.getTime() / 1000);
}
