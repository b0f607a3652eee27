import { counted } from './markdown.ts';

const UNITS = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
] as const;
/** Units that a text names, the largest first. */
const MAX_UNITS = 2;

/** `4 minutes 10 seconds`; empty unless the number is one of seconds. */
export function durationText(seconds: number | undefined): string {
  if (seconds === undefined || !Number.isFinite(seconds) || seconds < 0) return '';
  let rest = Math.round(seconds);
  const parts: string[] = [];
  for (const [unit, size] of UNITS) {
    const count = Math.floor(rest / size);
    rest -= count * size;
    if (count > 0 || (unit === 'second' && parts.length === 0)) parts.push(counted(count, unit));
  }
  return parts.slice(0, MAX_UNITS).join(' ');
}

/** The duration between two times; empty if one of them is missing. */
export function durationBetween(start: string | undefined, end: string | undefined): string {
  return durationText((Date.parse(end ?? '') - Date.parse(start ?? '')) / 1000);
}
