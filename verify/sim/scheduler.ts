type Timer = { readonly at: number; readonly order: number; readonly callback: () => void };

/** Simulated time, which advances only when no work is left. Timers of one time fire in order. */
export class Scheduler {
  now = 0;
  readonly #heap: Timer[] = [];
  readonly #cancelled = new Set<Timer>();
  #order = 0;

  after = (milliseconds: number, callback: () => void): (() => void) => {
    const timer = { at: this.now + Math.max(0, milliseconds), order: (this.#order += 1), callback };
    this.#push(timer);
    return () => {
      this.#cancelled.add(timer);
    };
  };

  sleep = (milliseconds: number): Promise<void> =>
    new Promise((resolve) => {
      this.after(milliseconds, resolve);
    });

  /** Runs all timers up to a time. */
  async runUntil(end: number): Promise<void> {
    await settle();
    for (let next = this.#heap[0]; next !== undefined && next.at <= end; next = this.#heap[0]) {
      this.#pop();
      if (this.#cancelled.delete(next)) continue;
      this.now = next.at;
      next.callback();
      await settle();
    }
    this.now = end;
  }

  #push(timer: Timer): void {
    const heap = this.#heap;
    let at = heap.push(timer) - 1;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(timer, heap[parent])) break;
      heap[at] = heap[parent] as Timer;
      at = parent;
    }
    heap[at] = timer;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1], heap[child])) child += 1;
      if (!isBefore(heap[child], last)) break;
      heap[at] = heap[child] as Timer;
      at = child;
    }
    heap[at] = last;
  }
}

function isBefore(a: Timer | undefined, b: Timer | undefined): boolean {
  return a !== undefined && b !== undefined && (a.at < b.at || (a.at === b.at && a.order < b.order));
}

/** Drains all pending promise callbacks. */
function settle(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
