import { ApiError, NetworkError, type Connection } from '@parley/client/connection.ts';
import { applyEvent } from '@parley/client/apply-event.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { State } from '@parley/client/state.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import { narrowTerms } from '@parley/web/data/narrow/terms.ts';
import { pageOf, type PageArguments } from './message-pages.ts';
import type { Plant } from './plants.ts';
import type { Checkpoint, Recording } from './record.ts';

type Queue = { acknowledged: number; readonly start: number; waiting: (() => void) | undefined };
type EventsArguments = {
  readonly queue_id: string;
  readonly last_event_id: number;
  readonly dont_block?: boolean;
  readonly rewind?: boolean;
};

/** A server that plays a recorded log, with queues by the rules of the real one and with faults. */
export class LogServer {
  /** Events that have happened. */
  head = 0;
  /** Probability that a request gets no answer; half of these take effect. */
  faults = 0;
  /** Requests by kind. */
  readonly counts = { register: 0, events: 0, rewind: 0, pages: 0 };
  readonly #recording: Recording;
  readonly #random: Seeded;
  readonly #plant: Plant | undefined;
  readonly #queues = new Map<string, Queue>();
  readonly #states = new Map<number, State>();
  /** Requests that wait for the next checkpoint. */
  #pages: ((checkpoint: Checkpoint) => void)[] = [];

  constructor(recording: Recording, random: Seeded, plant?: Plant) {
    this.#recording = recording;
    this.#random = random;
    this.#plant = plant;
  }

  advance(count: number): void {
    const before = this.head;
    this.head = Math.min(this.head + count, this.#recording.events.length);
    this.#wake();
    const passed = this.#recording.checkpoints.findLast(({ index }) => before < index && index <= this.head);
    if (passed === undefined) return;
    for (const answer of this.#pages.splice(0)) answer(passed);
  }

  /** Forgets all queues. */
  expire(): void {
    const waiting = [...this.#queues.values()];
    this.#queues.clear();
    for (const queue of waiting) queue.waiting?.();
  }

  /** Forgets acknowledgements, as a node does that adopts a queue. */
  restart(): void {
    for (const queue of this.#queues.values()) {
      queue.acknowledged = queue.start;
      queue.waiting?.();
    }
  }

  /** State of a client that starts at an index. */
  stateAt(index: number): State {
    const known = this.#states.get(index);
    if (known !== undefined) return known;
    const base = this.#recording.checkpoints.findLast((checkpoint) => checkpoint.index <= index);
    if (base === undefined) throw new Error(`There is no checkpoint before ${index}.`);
    const state = this.#recording.events.slice(base.index, index).reduce(applyEvent, base.state);
    this.#states.set(index, state);
    return state;
  }

  /** A connection whose requests stay without an answer once the signal has ended. */
  connectionOf(silent: AbortSignal): Connection {
    return {
      call: (async (endpoint: Endpoint, args: object, { signal }: { signal?: AbortSignal } = {}) => {
        const isLost = this.#random.chance(this.faults);
        const takesEffect = !isLost || this.#random.chance(0.5);
        await new Promise((resolve) => setImmediate(resolve));
        const answer = takesEffect ? await this.#answer(endpoint, args, signal) : undefined;
        if (silent.aborted) await new Promise(() => undefined);
        signal?.throwIfAborted();
        if (isLost) throw new NetworkError('no answer');
        return answer;
      }) as Connection['call'],
    };
  }

  #answer(endpoint: Endpoint, args: object, signal: AbortSignal | undefined): Promise<unknown> | object {
    if (endpoint.id === 'register-queue') return this.#register();
    if (endpoint.id === 'get-events') return this.#events(args as EventsArguments, signal);
    if (endpoint.id === 'delete-queue') return this.#delete(args as EventsArguments);
    if (endpoint.id === 'get-messages') return this.#messages(args);
    throw refusal('BAD_REQUEST');
  }

  /** Messages are known at checkpoints only, so a request waits until the log reaches one. */
  async #messages(args: PageArguments): Promise<object> {
    this.counts.pages += 1;
    const { checkpoints } = this.#recording;
    const { windows } =
      checkpoints.find(({ index }) => index === this.head) ??
      (await new Promise<Checkpoint>((resolve) => this.#pages.push(resolve)));
    const asked = JSON.stringify(args.narrow);
    const window = windows.find(({ narrow }) => JSON.stringify(narrowTerms(narrow, 0)) === asked);
    if (window === undefined) throw new Error(`Messages of ${asked} were not recorded.`);
    return structuredClone(pageOf(window.messages, args));
  }

  #register(): object {
    this.counts.register += 1;
    const id = `queue ${this.counts.register}`;
    const last = this.#idAt(this.head);
    this.#queues.set(id, { acknowledged: last, start: last, waiting: undefined });
    return { ...this.stateAt(this.head), queue_id: id, last_event_id: last };
  }

  #delete({ queue_id: id }: EventsArguments): object {
    const queue = this.#queues.get(id);
    this.#queues.delete(id);
    queue?.waiting?.();
    return {};
  }

  async #events(args: EventsArguments, signal: AbortSignal | undefined): Promise<object> {
    const { queue_id: id, last_event_id: last, dont_block: isHurried = false, rewind = false } = args;
    this.counts.events += 1;
    const queue = this.#queues.get(id);
    if (queue === undefined || last < queue.start) throw refusal('BAD_EVENT_QUEUE_ID');
    if (last < queue.acknowledged && !rewind) throw refusal('BAD_REQUEST');
    if (last < queue.acknowledged) this.counts.rewind += 1;
    const from = this.#plant === 'the server does not go back' ? Math.max(last, queue.acknowledged) : last;
    queue.acknowledged = from;
    queue.waiting?.();
    let events = this.#behind(from);
    if (events.length === 0 && !isHurried) {
      await new Promise<void>((resolve) => {
        const wake = (): void => {
          if (queue.waiting === wake) queue.waiting = undefined;
          resolve();
        };
        queue.waiting = wake;
        signal?.addEventListener('abort', wake);
      });
      events = this.#behind(from);
    }
    return { queue_id: id, events: structuredClone(events) };
  }

  /** Some of the events behind an id. */
  #behind(id: number): readonly WireEvent[] {
    const isSkipped = (n: number): boolean =>
      this.#plant === 'the server skips an event' && n === Math.floor(this.#recording.events.length / 2);
    const events = this.#recording.events
      .slice(0, this.head)
      .filter((event, n) => event.id > id && !isSkipped(n));
    return events.slice(0, 1 + this.#random.below(events.length));
  }

  #idAt(index: number): number {
    const [first] = this.#recording.checkpoints;
    return this.#recording.events[index - 1]?.id ?? first?.state.last_event_id ?? 0;
  }

  #wake(): void {
    for (const queue of this.#queues.values()) queue.waiting?.();
  }
}

function refusal(code: string): ApiError {
  return new ApiError({ status: 400, headers: new Headers(), body: { result: 'error', msg: code, code } });
}
