import { systemClock, type Clock } from '@parley/server/engine/clock.ts';

/** Time passes this much more slowly than for the system. */
const SLOWNESS = 20;

/** The clock of a world whose time limits a busy machine does not reach. */
export const patientClock: Clock = {
  ...systemClock,
  monotonic: () => systemClock.monotonic() / SLOWNESS,
  after: (milliseconds, callback) => systemClock.after(milliseconds * SLOWNESS, callback),
};
