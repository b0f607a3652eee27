import { setTimeout as pause } from 'node:timers/promises';
import { liveState, type LiveState } from '@parley/client';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { differences } from '@parley/test-support/replay/differences.ts';
import type { TestServer, TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { quantile } from '../bench/support/figures.ts';

const USERS = 5;
const REST_MS = 40;
const REGISTER = { apply_markdown: true, client_gravatar: false, slim_presence: true } as const;

/** People who talk in the organization, and a client of each that follows all events. */
export type Bystanders = {
  /** Milliseconds of sends since the last call: the 99th percentile, and their number. */
  takeLatencies(): { readonly p99: number; readonly count: number };
  /** Places at which a client that followed the events differs from a new registration. Nobody talks meanwhile. */
  compare(): Promise<string[]>;
  stop(): Promise<void>;
};

export async function bringBystanders(server: TestServer): Promise<Bystanders> {
  const users: TestUser[] = [];
  for (let n = 0; n < USERS; n += 1) users.push(await server.user());
  const channel = await channelOf(server, 'bystanders', users);
  const clients = users.map(({ connection }) => liveState(connection, { register: REGISTER }));
  let latencies: number[] = [];
  let [isTalking, isStopped] = [true, false];
  const talk = async ({ connection }: TestUser): Promise<void> => {
    for (let n = 0; !isStopped; n += 1) {
      if (isTalking) {
        const from = performance.now();
        await connection.call(sendMessage, {
          type: 'channel',
          to: channel,
          topic: 'talk',
          content: `word ${n}`,
        });
        latencies.push(performance.now() - from);
      }
      await pause(REST_MS);
    }
  };
  const talking = Promise.all(users.map(talk));
  return {
    takeLatencies: () => {
      const taken = latencies;
      latencies = [];
      return { p99: quantile(taken, 0.99), count: taken.length };
    },
    compare: async () => {
      isTalking = false;
      const found: string[] = [];
      for (const [n, user] of users.entries()) {
        const client = clients[n];
        if (client !== undefined) found.push(...(await compareOne(user, client)));
      }
      isTalking = true;
      return found;
    },
    stop: async () => {
      isStopped = true;
      await talking;
      for (const client of clients) await client.stop();
    },
  };
}

const TRIES = 200;

/** The import can end queues at any time, so a comparison is made at a position that both have reached. */
async function compareOne(user: TestUser, client: LiveState): Promise<string[]> {
  let found: string[] = ['the client never reached the position of a registration'];
  for (let n = 0; n < TRIES; n += 1) {
    const registered = await user.connection.call(registerQueue, REGISTER);
    const reached = await waitFor(client, registered.last_event_id);
    if (reached === undefined) continue;
    found = differences(
      { ...reached, queue_id: '', last_event_id: 0 },
      { ...registered, queue_id: '', last_event_id: 0 },
    );
    if (found.length === 0) return [];
    await pause(REST_MS);
  }
  return found;
}

async function waitFor(client: LiveState, position: number) {
  for (let n = 0; n < 50; n += 1) {
    const cursor = client.cursor();
    const live = client.get();
    if (live.status === 'live' && cursor !== undefined && cursor.lastEventId >= position) return live.state;
    await pause(20);
  }
  return undefined;
}
