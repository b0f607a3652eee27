import { applyEvent } from '@parley/client/apply-event.ts';
import { ApiError, type Connection } from '@parley/client/connection.ts';
import { toMessage, type Message } from '@parley/client';
import type { State } from '@parley/client/state.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { deleteQueue, getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import type { TestServer } from '@parley/test-support/harness.ts';
import { differences } from '@parley/test-support/replay/differences.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import type { Narrow } from '@parley/web/data/narrow/narrow.ts';
import { narrowTerms } from '@parley/web/data/narrow/terms.ts';
import { registration } from '@parley/web/data/keeper/registration.ts';
import { createModelledOrganization, type ModelledOrganization } from '../model/modelled-organization.ts';
import { inventStep, kindOf } from '../model/step-kinds.ts';
import { openVisitedChannel } from './visited-channel.ts';

/** State and windows of a client that starts at this moment. */
export type Checkpoint = {
  /** Events of the log before it. */
  readonly index: number;
  readonly state: State;
  readonly windows: readonly { readonly narrow: Narrow; readonly messages: readonly Message[] }[];
};

/** The events of one user, as a real server delivered them, and what new clients saw in between. */
export type Recording = {
  readonly userId: number;
  readonly events: readonly WireEvent[];
  /** Ascending; the first is at index 0 and the last behind all events. */
  readonly checkpoints: readonly Checkpoint[];
};

const STEPS_PER_CHECKPOINT = 10;
const MIN_RECORDED_EVENTS = 12;
/** Chance of a message in the channel without subscription after a step. */
const VISIT_CHANCE = 0.4;

/**
 * Lets users of a new organization act at random and records what one of them receives. Where events do not describe a
 * change completely, a new recording starts.
 */
export async function record(server: TestServer, seed: number, steps: number): Promise<Recording[]> {
  const random = seeded(seed);
  const ground = await createModelledOrganization(server, random);
  const reader = random.pick(ground.model.users);
  const connection = ground.connectionOf(reader);
  const visited = await openVisitedChannel(ground, reader, random, TOPICS);
  const channelIds = ground.model.channels.slice(0, 2).map(({ id }) => id);
  const narrows = narrowsOf(visited === undefined ? channelIds : [...channelIds, visited.id]);
  const recordings: Recording[] = [];
  let tape = await startTape(connection, narrows);
  for (let n = 1; n <= steps; n += 1) {
    await act(ground, random, n);
    if (random.chance(VISIT_CHANCE)) await unlessRefused(async () => visited?.write(`visited ${n}`));
    if (n % STEPS_PER_CHECKPOINT > 0 && n < steps) continue;
    if (await tape.advance()) continue;
    recordings.push(tape.recording(reader.id));
    tape = await startTape(connection, narrows);
  }
  recordings.push(tape.recording(reader.id));
  return recordings.filter(({ events }) => events.length >= MIN_RECORDED_EVENTS);
}

async function act(
  ground: ModelledOrganization,
  random: ReturnType<typeof seeded>,
  label: number,
): Promise<void> {
  const step = inventStep(ground.model, random, label);
  const plan = kindOf(step).plan(ground.model, step.args);
  if (plan === undefined) return;
  await unlessRefused(async () => {
    const happen = await plan.run(ground.connectionOf(plan.actor));
    happen();
  });
}

async function unlessRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof ApiError) || error.status >= 500) throw error;
  }
}

async function startTape(connection: Connection, narrows: readonly Narrow[]) {
  const events: WireEvent[] = [];
  const start = await connection.call(registerQueue, registration);
  let lastEventId = start.last_event_id;
  let state: State = start;
  const windows = await windowsOf(connection, narrows);
  const checkpoints: Checkpoint[] = [{ index: 0, state: start, windows }];
  return {
    /** Adds a checkpoint; false if events do not lead to the state that a new client sees. */
    advance: async (): Promise<boolean> => {
      const fresh = await fetchEvents(connection, start.queue_id, lastEventId);
      if (fresh === undefined) return false;
      const told = fresh.filter(({ type }) => type !== 'presence' && type !== 'typing');
      const expected = await snapshotOf(connection);
      const applied = told.reduce(applyEvent, state);
      if (
        differences(applied, { ...expected, queue_id: start.queue_id, last_event_id: start.last_event_id })
          .length > 0
      )
        return false;
      events.push(...told);
      lastEventId = fresh.at(-1)?.id ?? lastEventId;
      state = applied;
      checkpoints.push({
        index: events.length,
        state: expected,
        windows: await windowsOf(connection, narrows),
      });
      return true;
    },
    recording: (userId: number): Recording => ({ userId, events, checkpoints }),
  };
}

async function fetchEvents(
  connection: Connection,
  queueId: string,
  lastEventId: number,
): Promise<readonly WireEvent[] | undefined> {
  try {
    const args = { queue_id: queueId, last_event_id: lastEventId, dont_block: true };
    return (await connection.call(getEvents, args)).events;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'BAD_EVENT_QUEUE_ID') return undefined;
    throw error;
  }
}

async function snapshotOf(connection: Connection): Promise<State> {
  const fresh = await connection.call(registerQueue, registration);
  await connection.call(deleteQueue, { queue_id: fresh.queue_id });
  return fresh;
}

const TOPICS = ['apples', 'pears'];

function narrowsOf(channelIds: readonly number[]): readonly Narrow[] {
  return [
    { kind: 'starred' },
    { kind: 'mentions' },
    ...channelIds.flatMap((channelId): Narrow[] => [
      { kind: 'channel', channelId },
      ...TOPICS.map((topic): Narrow => ({ kind: 'topic', channelId, topic })),
    ]),
  ];
}

async function windowsOf(connection: Connection, narrows: readonly Narrow[]): Promise<Checkpoint['windows']> {
  return Promise.all(
    narrows.map(async (narrow) => {
      const { messages } = await connection.call(getMessages, {
        anchor: 'newest',
        num_before: 1_000,
        num_after: 0,
        narrow: narrowTerms(narrow, 0),
        apply_markdown: true,
        client_gravatar: false,
        allow_empty_topic_name: true,
      });
      return { narrow, messages: messages.map((message) => toMessage(message)) };
    }),
  );
}
