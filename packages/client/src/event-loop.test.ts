import { expect, test } from 'vitest';
import { waitAfter } from './backoff.ts';
import type { Clock } from './clock.ts';
import { ApiError, createConnection } from './connection.ts';
import { follow, type FollowOptions, type News } from './event-loop.ts';
import type { Trouble } from './trouble.ts';

type Request = { method: string; path: string; form: Record<string, string>; signal: AbortSignal };
type Reply = (request: Request) => Response | Promise<Response>;

/** A network that answers by a script: one reply a request, in order; the last one repeats. */
function network(...script: Reply[]) {
  const requests: Request[] = [];
  const fetch = async (input: unknown, init: RequestInit = {}): Promise<Response> => {
    const url = new URL(String(input));
    const text = typeof init.body === 'string' ? init.body : url.search;
    const request = {
      method: init.method ?? 'GET',
      path: url.pathname.replace('/api/v1', ''),
      form: Object.fromEntries(new URLSearchParams(text)),
      signal: init.signal ?? new AbortController().signal,
    };
    requests.push(request);
    if (request.method === 'DELETE') return ok({});
    const reply = script.length > 1 ? script.shift() : script[0];
    if (reply === undefined) throw new Error('nothing scripted');
    return reply(request);
  };
  const connection = createConnection({ url: 'http://chat.test', fetch });
  return { requests, connection, seen: () => requests.map(({ method, path }) => `${method} ${path}`) };
}

function ok(body: object): Response {
  return Response.json({ result: 'success', msg: '', ...body });
}

function registered(queueId: string, extra: object = {}): Reply {
  return () => ok({ queue_id: queueId, last_event_id: -1, ...extra });
}

function events(...ids: number[]): Reply {
  return () =>
    ok({ queue_id: 'q', events: ids.map((id) => ({ id, type: 'drafts', op: 'remove', draft_id: id })) });
}

function refuse(
  status: number,
  code: string,
  extra: object = {},
  headers: Record<string, string> = {},
): Reply {
  return () => Response.json({ result: 'error', msg: 'no', code, ...extra }, { status, headers });
}

const lost = refuse(400, 'BAD_EVENT_QUEUE_ID', { queue_id: 'q' });
const unreachable: Reply = () => {
  throw new TypeError('fetch failed');
};
/** Never answers; ends only by its signal. */
const silence: Reply = ({ signal }) =>
  new Promise((_, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error);
    });
  });

/** Time that moves only when told to. */
function heldClock(): Clock & { advance(milliseconds: number): Promise<void> } {
  let now = 0;
  let timers: { at: number; callback: () => void }[] = [];
  return {
    after: (milliseconds, callback) => {
      const timer = { at: now + milliseconds, callback };
      timers.push(timer);
      return () => {
        timers = timers.filter((other) => other !== timer);
      };
    },
    advance: async (milliseconds) => {
      await settle();
      now += milliseconds;
      for (const timer of timers.filter(({ at }) => at <= now)) {
        timers = timers.filter((other) => other !== timer);
        timer.callback();
      }
      await settle();
    },
  };
}

async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

/** Sleeps take no time; limits on requests never run out. */
const hurriedClock: Clock = {
  after: (milliseconds, callback) => {
    const timer = milliseconds < 90_000 ? setImmediate(callback) : undefined;
    return () => {
      if (timer !== undefined) clearImmediate(timer);
    };
  },
};

async function first(count: number, net: ReturnType<typeof network>, options: FollowOptions = {}) {
  const news: News[] = [];
  for await (const piece of follow(net.connection, { clock: hurriedClock, ...options })) {
    news.push(piece);
    if (news.length === count) break;
  }
  return news.map((piece) => (piece.kind === 'event' ? piece.event.id : piece.state.queue_id));
}

test('a snapshot comes first, then every event once and in order', async () => {
  const net = network(registered('q'), events(1, 2), events(3));
  expect(await first(4, net)).toEqual(['q', 1, 2, 3]);
});

test('a poll acknowledges what the consumer has processed, and no more', async () => {
  const net = network(registered('q'), events(1, 2), events(3), events(4));
  await first(4, net);
  const polls = net.requests.filter(({ method }) => method === 'GET');
  expect(polls.map(({ form }) => form['last_event_id'])).toEqual(['-1', '2']);
});

test('what the server delivers again is not told again', async () => {
  const net = network(registered('q'), events(1, 2), events(1, 2, 3));
  expect(await first(4, net)).toEqual(['q', 1, 2, 3]);
});

test('a heartbeat is acknowledged and not told', async () => {
  const heartbeat: Reply = () => ok({ queue_id: 'q', events: [{ type: 'heartbeat', id: 7 }] });
  const net = network(registered('q'), heartbeat, events(8));
  expect(await first(2, net)).toEqual(['q', 8]);
  expect(net.requests[2]?.form['last_event_id']).toBe('7');
});

test('leaving the loop deletes the queue', async () => {
  const net = network(registered('q'), events(1));
  await first(2, net);
  expect(net.requests.at(-1)).toMatchObject({ method: 'DELETE', form: { queue_id: 'q' } });
});

test('network errors, 5xx, 429 and pages of a balancer are waited out', async () => {
  const page: Reply = () => new Response('<h1>Bad gateway</h1>', { status: 502 });
  const portal: Reply = () => new Response('<h1>Welcome</h1>');
  const net = network(
    unreachable,
    refuse(503, 'UNAVAILABLE'),
    registered('q'),
    page,
    portal,
    refuse(429, 'RATE_LIMIT_HIT', { 'retry-after': 1 }),
    unreachable,
    events(1),
  );
  const troubles: Trouble[] = [];
  expect(await first(2, net, { onTrouble: (trouble) => troubles.push(trouble) })).toEqual(['q', 1]);
  expect(troubles.map(({ failures }) => failures)).toEqual([1, 2, 3, 4, 5, 6]);
});

test('a success makes the next failure the first one again', async () => {
  const net = network(registered('q'), unreachable, unreachable, events(1), unreachable, events(2));
  const troubles: Trouble[] = [];
  await first(3, net, { onTrouble: (trouble) => troubles.push(trouble) });
  expect(troubles.map(({ failures }) => failures)).toEqual([1, 2, 1]);
});

test('the end of trouble is noticed before anything happens', async () => {
  const ending = new AbortController();
  const net = network(registered('q'), unreachable, events(), silence);
  const recovered: string[][] = [];
  const told = first(2, net, {
    signal: ending.signal,
    onRecovery: () => recovered.push(net.seen()),
  });
  await settle();
  ending.abort();
  expect(await told).toEqual(['q']);
  expect(recovered).toEqual([['POST /register', 'GET /events', 'GET /events']]);
  const polls = net.requests.filter(({ method }) => method === 'GET');
  expect(polls.map(({ form }) => form['dont_block'])).toEqual([undefined, 'true', undefined]);
});

test('a forgotten queue is registered anew and the consumer gets a fresh snapshot', async () => {
  const net = network(registered('q'), events(5), lost, registered('r'), events(1));
  expect(await first(4, net)).toEqual(['q', 5, 'r', 1]);
  expect(net.requests.at(-1)).toMatchObject({ method: 'DELETE', form: { queue_id: 'r' } });
});

test('a server that forgets every queue at once is asked ever more slowly', async () => {
  const net = network(registered('q'), lost, registered('q'), lost, registered('q'), lost, registered('q'));
  const troubles: Trouble[] = [];
  await first(4, net, { onTrouble: (trouble) => troubles.push(trouble), random: () => 0.999 });
  expect(troubles.map(({ waitMilliseconds }) => waitMilliseconds)).toEqual([999, 1998, 3996]);
});

test('an empty answer is not asked for again at once', async () => {
  const clock = heldClock();
  const net = network(registered('q'), events(), events(1));
  const told = first(2, net, { clock, random: () => 0.5 });
  await clock.advance(499);
  expect(net.seen()).toEqual(['POST /register', 'GET /events']);
  await clock.advance(1);
  expect(await told).toEqual(['q', 1]);
});

test('wrong credentials end the loop with the error', async () => {
  const net = network(refuse(401, 'UNAUTHORIZED'));
  await expect(first(1, net)).rejects.toThrow(ApiError);
  const later = network(registered('q'), refuse(401, 'USER_DEACTIVATED'));
  await expect(first(2, later)).rejects.toMatchObject({ code: 'USER_DEACTIVATED' });
});

test('bad arguments of the registration end the loop with the error', async () => {
  const net = network(refuse(400, 'BAD_REQUEST'));
  await expect(first(1, net)).rejects.toMatchObject({ status: 400 });
});

test('the signal ends a waiting poll at once and deletes the queue', async () => {
  const ending = new AbortController();
  const net = network(registered('q'), silence);
  const told = first(2, net, { signal: ending.signal });
  await settle();
  ending.abort();
  expect(await told).toEqual(['q']);
  expect(net.seen()).toEqual(['POST /register', 'GET /events', 'DELETE /events']);
});

test('the signal ends the wait after a failure at once', async () => {
  const ending = new AbortController();
  const net = network(unreachable);
  const told = first(1, net, { signal: ending.signal, clock: heldClock() });
  await settle();
  ending.abort();
  expect(await told).toEqual([]);
});

test('a network that is back ends the wait after a failure at once', async () => {
  const held = heldClock();
  let isBack = (): void => {};
  const clock: Clock = {
    after: (milliseconds, callback) => held.after(milliseconds, callback),
    onOnline: (callback) => {
      isBack = callback;
      return () => {};
    },
  };
  const net = network(unreachable, registered('q'));
  const told = first(1, net, { clock });
  await settle();
  expect(net.seen()).toEqual(['POST /register']);
  isBack();
  expect(await told).toEqual(['q']);
});

test('a signal that has ended before means no request at all', async () => {
  const net = network(registered('q'));
  expect(await first(1, net, { signal: AbortSignal.abort() })).toEqual([]);
  expect(net.requests).toEqual([]);
});

test('between two events of one answer the signal ends the loop too', async () => {
  const ending = new AbortController();
  const net = network(registered('q'), events(1, 2, 3));
  const told: number[] = [];
  for await (const news of follow(net.connection, { signal: ending.signal })) {
    if (news.kind === 'event') {
      told.push(news.event.id);
      ending.abort();
    }
  }
  expect(told).toEqual([1]);
});

test('a poll without an answer is given up after the seconds that the server named', async () => {
  const clock = heldClock();
  const net = network(registered('q', { event_queue_longpoll_timeout_seconds: 30 }), silence, events(1));
  const told = first(2, net, { clock, random: () => 0 });
  await clock.advance(29_999);
  expect(net.seen()).toEqual(['POST /register', 'GET /events']);
  await clock.advance(1);
  await clock.advance(0);
  expect(await told).toEqual(['q', 1]);
});

test('waits grow to a bound, each anywhere below it', () => {
  const most = (failures: number): number => waitAfter(failures, undefined, () => 0.9999999);
  expect([1, 2, 3, 4, 7, 50].map(most)).toEqual([999, 1999, 3999, 7999, 59999, 59999]);
  expect(waitAfter(7, undefined, () => 0)).toBe(0);
});

test('the wait that the server requests is added, from the body or the header', () => {
  const error = (body: object, headers: Record<string, string>): ApiError =>
    new ApiError({ status: 429, headers: new Headers(headers), body });
  expect(waitAfter(1, error({ 'retry-after': 2.5 }, {}), () => 0.5)).toBe(3000);
  expect(waitAfter(1, error({}, { 'retry-after': '3' }), () => 0)).toBe(3000);
  expect(waitAfter(1, error({}, { 'retry-after': 'Wed, 21 Oct 2026 07:28:00 GMT' }), () => 0)).toBe(0);
  expect(waitAfter(1, error({ 'retry-after': 1e9 }, {}), () => 0)).toBe(3_600_000);
});
