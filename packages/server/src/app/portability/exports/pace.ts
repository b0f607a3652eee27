import { pause } from '../../../engine/clock.ts';
import type { World } from '../../../http/world.ts';

/** The node stops; another one, or the next start, goes on. */
export class InterruptedError extends Error {
  constructor() {
    super('The node is stopping.');
    this.name = 'InterruptedError';
  }
}

/** Work without a rest, and the longest rest. */
const TURN_MS = 20;
const MAX_REST_MS = 200;

/** Long work of a job rests as long as it has worked, so that it takes half of a processor at most. */
export function createPace({
  clock,
  isDraining,
  isClosing,
}: Pick<World, 'clock' | 'isDraining' | 'isClosing'>): () => Promise<void> {
  let since = clock.monotonic();
  return async () => {
    if (isDraining() || isClosing()) throw new InterruptedError();
    const worked = clock.monotonic() - since;
    if (worked < TURN_MS) return;
    await pause(clock, Math.min(worked, MAX_REST_MS));
    since = clock.monotonic();
  };
}
