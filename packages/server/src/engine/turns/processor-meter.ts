import type { ProcessorBudgets } from './processor-budgets.ts';
import type { Share } from './share.ts';

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
