import { currentWork, underMeter } from '../work/current-work.ts';
import type { ProcessorBudgets } from './processor-budgets.ts';
import { ProcessorMeter } from './processor-meter.ts';
import type { Share } from './share.ts';

/**
 * Charges turns of the event loop to the requests on whose behalf they run. A turn is one callback of Node.js with all
 * the promises that it settles. A request takes a turn at known places: where it begins, where rows or a body
 * arrive for it, where its handler begins and ends, and after each pause that lets others run.
 */
export type ProcessorTime = {
  /** Runs work on behalf of a request: of a known user, or of the one who is admitted later. */
  run<T>(work: () => Promise<T>, payer?: Share): Promise<T>;
  /** Names the user of the request that runs now, who pays for all of it. */
  payFor(share: Share): void;
  /** Charges the rest of this turn to a request; the default is the one that runs now. */
  readonly takeTurn: (meter?: ProcessorMeter) => void;
};

/** Does not measure, where nothing is limited. */
export const noProcessorTime: ProcessorTime = {
  run: (work) => work(),
  payFor: () => {},
  takeTurn: () => {},
};

/** Processor time of this thread in milliseconds: unlike elapsed time, it does not grow while other processes run. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export function createProcessorTime(
  budgets: ProcessorBudgets,
  readMs: () => number = threadMs,
): ProcessorTime {
  /** The request that has the present turn, and since when. */
  let holder: ProcessorMeter | undefined;
  let since = 0;

  const endTurn = (): void => {
    holder?.add(readMs() - since);
    holder = undefined;
  };
  const endAfterPromises = (): void => {
    process.nextTick(endTurn);
  };
  const takeTurn = (meter = currentWork()?.meter): void => {
    if (meter === undefined || meter === holder || meter.hasEnded) return;
    const now = readMs();
    if (holder === undefined) queueMicrotask(endAfterPromises);
    else holder.add(now - since);
    holder = meter;
    since = now;
  };

  return {
    run: async (work, payer) => {
      const meter = new ProcessorMeter(budgets, payer);
      takeTurn(meter);
      try {
        return await underMeter(meter, work);
      } finally {
        meter.end();
      }
    },
    payFor: (share) => currentWork()?.meter?.payFor(share),
    takeTurn,
  };
}
