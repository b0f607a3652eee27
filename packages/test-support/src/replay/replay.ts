import { applyEvent } from '@parley/client/apply-event.ts';
import { ApiError } from '@parley/client/connection.ts';
import type { State } from '@parley/client/state.ts';
import { checkEvent } from '@parley/contract/check.ts';
import type { ArgumentsOf } from '@parley/contract/endpoint.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import type { TestUser } from '../harness.ts';
import { differences } from './differences.ts';
import { patiently } from '../patiently.ts';
import { kindOf } from './kind.ts';
import { leaks, type Secrets } from './leaks.ts';

/** A client of a user, with its own parameters of registration. */
export type Watcher = {
  readonly name: string;
  readonly user: TestUser;
  readonly parameters: ArgumentsOf<typeof registerQueue>;
  /** After an action, registers only for what events told anybody about, until `compareAll`: registrations cost the most. */
  readonly isBrief?: boolean;
};

export type Replay = {
  /**
   * Runs an action, applies its events to the state of each client, registers each client again and returns every
   * difference, every event outside the contract and every event with something that the client may not see. The
   * queues of `forgotten` must have ended afterwards, and no others.
   */
  run(action: () => Promise<unknown>, forgotten?: readonly TestUser[]): Promise<string[]>;
  /** Registers each client again, also the brief ones with all that they know, and returns every difference. */
  compareAll(): Promise<string[]>;
  /** Forgets the clients of a user who can no longer log in. */
  leave(user: TestUser): void;
  /** Kinds of events received so far, as `type/op` or `type`. */
  readonly kinds: ReadonlySet<string>;
};

type Watch = Watcher & { state: State; lastEventId: number };
type Received = {
  readonly watch: Watch;
  readonly events: readonly WireEvent[];
  readonly problems: readonly string[];
};
type Types = ReadonlySet<string>;

/** Without `secrets`, events are not searched for leaks, which is possible after a single action only. */
export async function startReplay(watchers: readonly Watcher[], secrets?: Secrets): Promise<Replay> {
  let watches: Watch[] = await Promise.all(watchers.map(open));
  const kinds = new Set<string>();
  const receive = async (watch: Watch, isForgotten: boolean): Promise<Received> => {
    const events = await fetchEvents(watch);
    const problems =
      (events === undefined) === isForgotten ? [] : [`the queue ${isForgotten ? 'lives on' : 'is gone'}`];
    if (events === undefined) Object.assign(watch, await open(watch));
    for (const event of events ?? []) kinds.add(kindOf(event));
    return { watch, events: events ?? [], problems };
  };
  const judge = async ({ watch, events, problems }: Received, types?: Types): Promise<string[]> => {
    const before = watch.state;
    const applied = events.reduce(applyEvent, before);
    const expected = await snapshotOf(watch, applied, watch.isBrief === true ? types : undefined);
    watch.state = expected;
    return [
      ...problems,
      ...events.flatMap((event) => checkEvent(event)),
      ...(secrets === undefined
        ? []
        : events.flatMap((event) => leaks(event, watch.user, before, expected, secrets))),
      ...differences(applied, expected),
    ].map((problem) => `${watch.name}: ${problem}`);
  };
  return {
    kinds,
    run: async (action, forgotten = []) => {
      await action();
      const received = await Promise.all(
        watches.map((watch) => receive(watch, forgotten.includes(watch.user))),
      );
      const types = new Set(received.flatMap(({ events }) => events.map(({ type }) => type)));
      return (await Promise.all(received.map((one) => judge(one, types)))).flat();
    },
    compareAll: async () => {
      const received = await Promise.all(watches.map((watch) => receive(watch, false)));
      return (await Promise.all(received.map((one) => judge(one)))).flat();
    },
    leave: (user) => {
      watches = watches.filter((watch) => watch.user !== user);
    },
  };
}

async function open(watcher: Watcher): Promise<Watch> {
  const state = await patiently(() => watcher.user.connection.call(registerQueue, watcher.parameters));
  return { ...watcher, state, lastEventId: state.last_event_id };
}

/** Undefined when the server no longer has the queue. */
async function fetchEvents(watch: Watch): Promise<readonly WireEvent[] | undefined> {
  try {
    const { events } = await watch.user.connection.call(getEvents, {
      queue_id: watch.state.queue_id,
      last_event_id: watch.lastEventId,
      dont_block: true,
    });
    watch.lastEventId = events.at(-1)?.id ?? watch.lastEventId;
    return events;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') return undefined;
    throw error;
  }
}

/**
 * The response of a registration at this moment, for the queue that the client already has. With `types`, the parts of
 * these are put into the state that was applied.
 */
async function snapshotOf(
  { user, parameters, state: { queue_id, last_event_id } }: Watch,
  applied: State,
  types?: Types,
): Promise<State> {
  const own = parameters.fetch_event_types ?? parameters.event_types;
  const some = types && [...types].filter((type) => own?.includes(type) ?? true);
  if (some?.length === 0) return applied;
  const asked = some === undefined ? parameters : { ...parameters, fetch_event_types: some };
  const fresh = await patiently(() => user.connection.call(registerQueue, asked));
  await user.connection.call(deleteQueue, { queue_id: fresh.queue_id });
  return { ...(some === undefined ? {} : applied), ...fresh, queue_id, last_event_id };
}
