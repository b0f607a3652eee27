import { expect, test } from 'vitest';
import type { Clock } from './clock.ts';
import { createConnection, NetworkError, type Connection } from './connection.ts';
import { followBatches, type FollowOptions } from './event-batches.ts';
import type { EventStream } from './event-stream.ts';
import { liveState, type LiveOptions } from './live-state.ts';
import type { State } from './state.ts';

type Reply = (signal: AbortSignal) => Response | Promise<Response>;

function ok(body: object): Response {
  return Response.json({ result: 'success', msg: '', ...body });
}

function words(...events: [id: number, word: string][]): Reply {
  return () =>
    ok({
      queue_id: 'q',
      events: events.map(([id, word]) => ({ id, type: 'alert_words', alert_words: [word] })),
    });
}

const lost: Reply = () =>
  Response.json({ result: 'error', msg: 'no', code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q' }, { status: 400 });
const registered: Reply = () => ok({ queue_id: 'r', last_event_id: 50, alert_words: ['new'] });
const unreachable: Reply = () => {
  throw new TypeError('fetch failed');
};
/** Never answers; ends only by its signal. */
const silence: Reply = (signal) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason as Error));
  });

/** A connection whose requests are answered by a script; behind its end every request waits. */
function scripted(...script: Reply[]): { connection: Connection; requests: string[] } {
  const requests: string[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    requests.push(`${init.method} ${url.pathname.replace('/api/v1', '')}${decodeURIComponent(url.search)}`);
    if (init.method === 'DELETE') return ok({});
    return (script.shift() ?? silence)(init.signal ?? new AbortController().signal);
  };
  return { connection: createConnection({ url: 'http://chat.test', fetch }), requests };
}

const hurriedClock: Clock = {
  after: (milliseconds, callback) => {
    const timer = milliseconds < 5_000 ? setImmediate(callback) : undefined;
    return () => {
      if (timer !== undefined) clearImmediate(timer);
    };
  },
};

const stored = { queue_id: 'q', last_event_id: 3, alert_words: ['old'] } as unknown as State;
const from = { state: stored, queueId: 'q', lastEventId: 7 };

/** Runs a live state until it has been told so many times. */
async function told(count: number, connection: Connection, options: LiveOptions) {
  const lines: string[] = [];
  const live = liveState(connection, { clock: hurriedClock, ...options });
  await new Promise<void>((resolve) => {
    live.subscribe(({ status, state }) => {
      lines.push(`${status} ${state?.alert_words?.join() ?? ''}`);
      if (lines.length === count) resolve();
    });
  });
  const answer = { lines: [...lines], cursor: live.cursor() };
  await live.stop();
  return answer;
}

async function updates(count: number, connection: Connection, options: FollowOptions = {}) {
  const seen: unknown[] = [];
  for await (const update of followBatches(connection, { clock: hurriedClock, ...options })) {
    seen.push(update.kind === 'snapshot' ? update.state.queue_id : update.events.map(({ id }) => id));
    if (seen.length === count) break;
  }
  return seen;
}

test('a stored state is shown at once and continued by a single request that does not wait', async () => {
  const { connection, requests } = scripted(words([8, 'a'], [9, 'b']));
  const { lines, cursor } = await told(2, connection, { from });
  expect(lines).toEqual(['offline old', 'live b']);
  expect(requests[0]).toBe('GET /events?queue_id=q&last_event_id=7&dont_block=true&rewind=true');
  expect(cursor).toMatchObject({ queueId: 'q', lastEventId: 9, state: { alert_words: ['b'] } });
});

test('a stored state to which nothing was added becomes live', async () => {
  const { connection } = scripted(words());
  expect((await told(2, connection, { from })).lines).toEqual(['offline old', 'live old']);
});

test('only the first answered request of a continued queue goes back', async () => {
  const { connection, requests } = scripted(unreachable, words([8, 'a']), words([9, 'b']));
  await updates(2, connection, { from });
  expect(requests.filter((line) => line.startsWith('GET')).map((line) => line.includes('rewind'))).toEqual([
    true,
    true,
    false,
  ]);
});

test('a continued queue that has expired is registered anew at once', async () => {
  const troubles: unknown[] = [];
  const { connection, requests } = scripted(lost, registered);
  const { lines, cursor } = await told(2, connection, {
    from,
    onTrouble: (trouble) => troubles.push(trouble),
  });
  expect(lines).toEqual(['offline old', 'live new']);
  expect(troubles).toEqual([]);
  expect(requests.slice(1, 2)).toEqual(['POST /register']);
  expect(cursor).toMatchObject({ queueId: 'r', lastEventId: 50 });
});

test('a kept queue is not deleted at the end', async () => {
  const { connection, requests } = scripted(words([8, 'a']));
  await updates(1, connection, { from, keepQueue: true });
  expect(requests).toHaveLength(1);
});

test('all events of a response are one change, and are heard before listeners', async () => {
  const heard: string[] = [];
  const { connection } = scripted(registered, words([51, 'a'], [52, 'b'], [53, 'c']));
  const { lines } = await told(3, connection, {
    onBatch: (events, state) => heard.push(`batch ${events.length} ${state.alert_words?.join()}`),
    onNews: (news, state) => heard.push(`${news.kind} ${state.alert_words?.join()}`),
  });
  expect(lines).toEqual(['starting ', 'live new', 'live c']);
  expect(heard).toEqual(['snapshot new', 'batch 3 c', 'event a', 'event b', 'event c']);
});

test('a heartbeat moves the cursor and nothing else', async () => {
  const heartbeat: Reply = () => ok({ queue_id: 'q', events: [{ type: 'heartbeat', id: 12 }] });
  const { connection } = scripted(heartbeat);
  const { cursor } = await told(2, connection, { from, onBatch: () => expect.unreachable() });
  expect(cursor).toMatchObject({ lastEventId: 12, state: stored });
});

/** A stream that can be opened only as often as given, and delivers one event each time it is asked. */
function withStream(connection: Connection, openings: boolean[]): Connection & { opened: number[] } {
  const opened: number[] = [];
  return {
    ...connection,
    opened,
    openStream: async ({ lastEventId }): Promise<EventStream> => {
      opened.push(lastEventId);
      if (openings.shift() !== true) throw new NetworkError('no socket');
      return {
        next: async (id) => [{ id: id + 1, type: 'alert_words', alert_words: ['by stream'] }],
        close: () => undefined,
      };
    },
  };
}

test('polls replace a stream that cannot be opened, and it is tried again later', async () => {
  const polls = Array.from({ length: 9 }, (_, n) => words([51 + n, 'by poll']));
  const { connection, requests } = scripted(registered, ...polls);
  const streaming = withStream(connection, [false, true]);
  const troubles: unknown[] = [];
  const options = { onTrouble: (trouble: unknown) => troubles.push(trouble) };
  expect(await updates(12, streaming, options)).toEqual([
    'r',
    ...Array.from({ length: 11 }, (_, n) => [51 + n]),
  ]);
  expect(streaming.opened).toEqual([50, 59]);
  expect(requests.filter((line) => line.startsWith('GET'))).toHaveLength(9);
  expect(troubles).toEqual([]);
});

test('a client that never streams opens no WebSocket', async () => {
  const { connection } = scripted(registered, words([51, 'by poll']));
  const streaming = withStream(connection, [true]);
  expect(await updates(2, streaming, { stream: 'never' })).toEqual(['r', [51]]);
  expect(streaming.opened).toEqual([]);
});

test('a client that always streams waits until a WebSocket can be opened', async () => {
  const { connection, requests } = scripted(registered, words());
  const streaming = withStream(connection, [false, true]);
  const troubles: unknown[] = [];
  const options = { stream: 'always', onTrouble: (trouble: unknown) => troubles.push(trouble) } as const;
  expect(await updates(3, streaming, options)).toEqual(['r', [], [51]]);
  expect(streaming.opened).toEqual([50, 50]);
  expect(requests.filter((line) => line.startsWith('GET'))).toHaveLength(1);
  expect(troubles).toHaveLength(1);
});

test('a client that always streams fails on a connection without WebSockets', async () => {
  const { connection } = scripted(registered);
  await expect(updates(1, connection, { stream: 'always' })).rejects.toThrow("pass 'auto'");
});

test('a continued queue is caught up with by a poll before its stream is opened', async () => {
  const { connection, requests } = scripted(words([8, 'a']));
  const streaming = withStream(connection, [true]);
  expect(await updates(2, streaming, { from, keepQueue: true })).toEqual([[8], [9]]);
  expect(requests).toHaveLength(1);
  expect(streaming.opened).toEqual([8]);
});

test('a stream that ends before it delivers anything is not opened again at once', async () => {
  const { connection } = scripted(registered, words(), words([51, 'a']));
  const streaming = withStream(connection, []);
  const ends = async (): Promise<EventStream> => {
    streaming.opened.push(0);
    return { next: () => Promise.reject(new NetworkError('ended')), close: () => undefined };
  };
  expect(await updates(3, { ...streaming, openStream: ends })).toEqual(['r', [], [51]]);
  expect(streaming.opened).toEqual([0]);
});
