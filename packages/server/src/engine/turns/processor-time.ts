import { AsyncLocalStorage } from 'node:async_hooks';
import type { ProcessorBudgets } from './processor-budgets.ts';
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
  /** The request that runs now, for a callback that runs outside of it. */
  current(): ProcessorMeter | undefined;
  /** Charges the rest of this turn to a request; the default is the one that runs now. */
  readonly takeTurn: (meter?: ProcessorMeter) => void;
};

/** Does not measure, where nothing is limited. */
export const noProcessorTime: ProcessorTime = {
  run: (work) => work(),
  payFor: () => {},
  current: () => undefined,
  takeTurn: () => {},
};

/** The processor time of one request. */
export class ProcessorMeter {
  readonly #budgets: ProcessorBudgets;
  #payer: Share | undefined;
  #unpaidMs = 0;
  #hasEnded = false;

  constructor(budgets: ProcessorBudgets, payer: Share | undefined) {
    this.#budgets = budgets;
    this.#payer = payer;
  }

  /** Timers that a request leaves behind work for everybody. */
  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  add(milliseconds: number): void {
    if (this.#payer === undefined) this.#unpaidMs += milliseconds;
    else this.#budgets.spend(this.#payer, milliseconds);
  }

  payFor(share: Share): void {
    if (this.#payer !== undefined) return;
    this.#payer = share;
    this.add(this.#unpaidMs);
  }

  end(): void {
    this.#hasEnded = true;
  }
}

/** Processor time of this thread in milliseconds: unlike elapsed time, it does not grow while other processes run. */
function threadMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

export function createProcessorTime(
  budgets: ProcessorBudgets,
  readMs: () => number = threadMs,
): ProcessorTime {
  const requests = new AsyncLocalStorage<ProcessorMeter>();
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
  const takeTurn = (meter = requests.getStore()): void => {
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
        return await requests.run(meter, work);
      } finally {
        meter.end();
      }
    },
    payFor: (share) => requests.getStore()?.payFor(share),
    current: () => requests.getStore(),
    takeTurn,
  };
}
