import { ApiError, NetworkError, type Connection } from '@parley/client/connection.ts';
import { applyEvent } from '@parley/client/apply-event.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { State } from '@parley/client/state.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import type { Seeded } from '@parley/test-support/seeded.ts';
import type { Plant } from './plants.ts';
import type { Recording } from './record.ts';

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
  readonly counts = { register: 0, events: 0, rewind: 0 };
  readonly #recording: Recording;
  readonly #random: Seeded;
  readonly #plant: Plant | undefined;
  readonly #queues = new Map<string, Queue>();
  readonly #states = new Map<number, State>();
  /** Index of the log at which a tab registered a queue. */
  readonly #starts = new Map<string, { readonly index: number; readonly tab: AbortSignal }>();

  constructor(recording: Recording, random: Seeded, plant?: Plant) {
    this.#recording = recording;
    this.#random = random;
    this.#plant = plant;
  }

  advance(count: number): void {
    this.head = Math.min(this.head + count, this.#recording.events.length);
    this.#wake();
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

  /** Index of the log at which the tab itself registered a queue. */
  startOf(queueId: string, tab: AbortSignal): number | undefined {
    const start = this.#starts.get(queueId);
    return start?.tab === tab ? start.index : undefined;
  }

  /** A connection whose requests stay without an answer once the signal has ended. */
  connectionOf(silent: AbortSignal): Connection {
    return {
      call: (async (endpoint: Endpoint, args: object, { signal }: { signal?: AbortSignal } = {}) => {
        const isLost = this.#random.chance(this.faults);
        const takesEffect = !isLost || this.#random.chance(0.5);
        await new Promise((resolve) => setImmediate(resolve));
        const answer = takesEffect ? await this.#answer(endpoint, args, silent, signal) : undefined;
        if (silent.aborted) await new Promise(() => undefined);
        signal?.throwIfAborted();
        if (isLost) throw new NetworkError('no answer');
        return answer;
      }) as Connection['call'],
    };
  }

  #answer(
    endpoint: Endpoint,
    args: object,
    tab: AbortSignal,
    signal: AbortSignal | undefined,
  ): Promise<unknown> | object {
    if (endpoint.id === 'register-queue') return this.#register(tab);
    if (endpoint.id === 'get-events') return this.#events(args as EventsArguments, signal);
    throw new Error(`Unexpected request ${endpoint.id}`);
  }

  #register(tab: AbortSignal): object {
    this.counts.register += 1;
    const id = `queue ${this.counts.register}`;
    this.#starts.set(id, { index: this.head, tab });
    const last = this.#idAt(this.head);
    this.#queues.set(id, { acknowledged: last, start: last, waiting: undefined });
    return { ...this.stateAt(this.head), queue_id: id, last_event_id: last };
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
