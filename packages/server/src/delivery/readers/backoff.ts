import type { Random } from '../../engine/clock.ts';
import type { RetrySchedule } from './kinds.ts';

/** Doubling more often would exceed every maximum. */
const MAX_DOUBLINGS = 20;

/** Seconds before the next attempt, after this many failed ones: a random value in the upper half of the pause. */
export function backoffSeconds(
  tries: number,
  { firstSeconds, maxSeconds }: Pick<RetrySchedule, 'firstSeconds' | 'maxSeconds'>,
  random: Random,
): number {
  const pauseSeconds = Math.min(firstSeconds * 2 ** Math.min(tries - 1, MAX_DOUBLINGS), maxSeconds);
  return pauseSeconds * (0.5 + random() / 2);
}
