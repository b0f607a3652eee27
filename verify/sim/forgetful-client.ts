import type { WireEvent } from '@parley/contract/events.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { ApiError, type Connection } from '@parley/client/connection.ts';
import type { History } from './check.ts';
import type { Scheduler } from './scheduler.ts';

type Parts = {
  readonly random: () => number;
  readonly scheduler: Scheduler;
  readonly history: History;
  readonly stop: AbortSignal;
};

type Client = History['clients'][number];

const POLL_MS = 1_500;
const RETRY_MS = 100;
/** Time for the last request before a crash to reach its node. */
const RESTART_MS = 300;
const CRASH_CHANCE = 0.25;
const STORE_CHANCE = 0.3;

/**
 * Follows a queue as a page does that stores its state now and then: a crash takes it back to the stored state, and its
 * next request rewinds the queue.
 */
export async function followForgetfully(parts: Parts, userId: number, connection: Connection): Promise<void> {
  const { history, stop } = parts;
  const client: Client = { userId, snapshots: [], events: [] };
  history.clients.push(client);
  while (!stop.aborted) await followQueue(parts, connection, client);
}

/** Follows one queue until the server does not know it any more. */
async function followQueue(parts: Parts, connection: Connection, client: Client): Promise<void> {
  const { random, scheduler, stop } = parts;
  const state = await register(parts, connection);
  if (state === undefined) return;
  const { events } = client;
  client.snapshots.push({
    queueId: state.queue_id,
    from: state.last_event_id / 100_000,
    start: events.length,
  });
  let cursor = state.last_event_id;
  let stored = { cursor, events: events.length };
  let rewind = false;
  while (!stop.aborted) {
    const received = await poll(parts, connection, {
      queue_id: state.queue_id,
      last_event_id: cursor,
      rewind,
    });
    if (received === 'lost') return;
    if (received === undefined) continue;
    rewind = false;
    // A client may process a part of a response and poll from there.
    for (const event of received.slice(0, 1 + Math.floor(random() * received.length))) {
      if (event.type === 'message') events.push(event.message.id);
      cursor = event.id;
    }
    if (random() < STORE_CHANCE) stored = { cursor, events: events.length };
    if (random() < CRASH_CHANCE) {
      await scheduler.sleep(RESTART_MS);
      cursor = stored.cursor;
      events.length = stored.events;
      rewind = true;
    }
  }
}

async function register({ scheduler, stop }: Parts, connection: Connection) {
  while (!stop.aborted) {
    try {
      return await connection.call(registerQueue, {}, { signal: stop });
    } catch {
      await scheduler.sleep(RETRY_MS);
    }
  }
  return undefined;
}

/** Returns undefined if the request failed and can be repeated. */
async function poll(
  { scheduler, stop }: Parts,
  connection: Connection,
  args: { readonly queue_id: string; readonly last_event_id: number; readonly rewind: boolean },
): Promise<readonly WireEvent[] | 'lost' | undefined> {
  const timeout = new AbortController();
  const cancel = scheduler.after(POLL_MS, () => {
    timeout.abort(new Error('timeout'));
  });
  try {
    return (await connection.call(getEvents, args, { signal: AbortSignal.any([timeout.signal, stop]) }))
      .events;
  } catch (error) {
    if (error instanceof ApiError && error.status === 400) return 'lost';
    await scheduler.sleep(RETRY_MS);
    return undefined;
  } finally {
    cancel();
  }
}
