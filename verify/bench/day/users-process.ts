import { Wire, type Answer } from '@parley/test-support/process/wire.ts';
import { get, post } from './requests.ts';

export type Someone = {
  readonly headers: string;
  readonly queueId: string;
  readonly lastEventId: number;
  readonly channels: readonly number[];
  /** Presence of other users that this user's client already has. */
  lastUpdateId: number;
};
export type Report = {
  readonly requests: Readonly<Record<string, number>>;
  readonly failed: number;
  readonly problem: string;
  readonly deliveries: number;
  /** Milliseconds from sending to receipt. */
  readonly latencies: readonly number[];
};

/** Requests of a user's clients per minute, as measured in production; one presence report stands for a minute. */
const A_MINUTE: readonly (readonly [name: string, perMinute: number, request: (one: Someone) => string])[] = [
  [
    'presence',
    1,
    ({ headers, lastUpdateId }) =>
      post('/users/me/presence', { status: 'active', last_update_id: String(lastUpdateId) }, headers),
  ],
  [
    'messages',
    0.083,
    ({ headers, channels }) =>
      get(
        `/messages?anchor=newest&num_before=50&num_after=0&narrow=${encodeURIComponent(
          JSON.stringify([{ operator: 'channel', operand: channels[0] ?? 0 }]),
        )}`,
        headers,
      ),
  ],
  [
    'flags',
    0.042,
    ({ headers, channels }) =>
      post(
        '/messages/flags/narrow',
        {
          anchor: 'newest',
          num_before: '20',
          num_after: '0',
          op: 'add',
          flag: 'read',
          narrow: JSON.stringify([
            { operator: 'channel', operand: channels[0] ?? 0 },
            { operator: 'is', operand: 'unread' },
          ]),
        },
        headers,
      ),
  ],
  [
    'sends',
    0.014,
    ({ headers, channels }) =>
      post(
        '/messages',
        {
          type: 'channel',
          to: String(channels[Math.floor(Math.random() * channels.length)] ?? 0),
          topic: `topic ${Math.floor(Math.random() * 20)}`,
          content: `at ${(performance.timeOrigin + performance.now()).toFixed(1)} somebody had something to say`,
        },
        headers,
      ),
  ],
  ['own settings', 0.14, ({ headers }) => get('/users/me', headers)],
  ['drafts', 0.14, ({ headers }) => get('/drafts', headers)],
  ['topics', 0.14, ({ headers, channels }) => get(`/users/me/${channels[0] ?? 0}/topics`, headers)],
];

const requests: Record<string, number> = {};
const latencies: number[] = [];
let deliveries = 0;
let failed = 0;
let problem = '';
let isOver = false;

function note(name: string, { status, body }: Answer): void {
  requests[name] = (requests[name] ?? 0) + 1;
  if (status === 200) return;
  failed += 1;
  problem ||= `${name}: ${body.slice(0, 300)}`;
}

/** Polls for events without a pause. */
async function listen(port: number, one: Someone): Promise<void> {
  const wire = new Wire('127.0.0.1', port);
  let last = one.lastEventId;
  while (!isOver) {
    const answer = await wire.ask(get(`/events?queue_id=${one.queueId}&last_event_id=${last}`, one.headers));
    if (isOver) break;
    note('events', answer);
    if (answer.status !== 200) break;
    const now = performance.timeOrigin + performance.now();
    const { events } = JSON.parse(answer.body) as {
      events: { id: number; type: string; message?: { content: string } }[];
    };
    for (const event of events) {
      last = event.id;
      if (event.type !== 'message') continue;
      deliveries += 1;
      const sent = Number(/at (\d+\.\d)/.exec(event.message?.content ?? '')?.[1] ?? 0);
      if (sent > 0) latencies.push(now - sent);
    }
  }
  wire.close();
}

/** Sends all other requests at random times, over connections that several users share. */
async function act(wire: Wire, { name, one, request }: Job): Promise<void> {
  const answer = await wire.ask(request(one));
  if (name === 'presence')
    one.lastUpdateId = Number(/"presence_last_update_id":(\d+)/.exec(answer.body)?.[1] ?? one.lastUpdateId);
  if (!isOver) note(name, answer);
}

type Job = { readonly name: string; readonly one: Someone; readonly request: (one: Someone) => string };

/** Connections for everything but polls. */
const WIRES = 64;

async function live(port: number, users: readonly Someone[], seconds: number): Promise<Report> {
  for (const one of users) void listen(port, one);
  const waiting: Job[] = [];
  let wake: (() => void)[] = [];
  const work = async (): Promise<void> => {
    let wire = new Wire('127.0.0.1', port);
    while (!isOver) {
      const job = waiting.shift();
      if (job === undefined) {
        await new Promise<void>((resolve) => wake.push(resolve));
        continue;
      }
      // The server closes idle connections.
      if (!wire.isOpen) wire = new Wire('127.0.0.1', port);
      await act(wire, job);
    }
  };
  for (let n = 0; n < WIRES; n += 1) void work();
  const tick = 20;
  const timer = setInterval(() => {
    for (const [name, perMinute, request] of A_MINUTE) {
      let due = (users.length * perMinute * tick) / 60_000;
      for (; due > 0; due -= 1) {
        if (due < 1 && Math.random() >= due) break;
        const one = users[Math.floor(Math.random() * users.length)];
        if (one !== undefined) waiting.push({ name, one, request });
      }
    }
    const sleeping = wake;
    wake = [];
    for (const resolve of sleeping) resolve();
  }, tick);
  // The first seconds are warm-up.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  latencies.length = 0;
  deliveries = 0;
  for (const name of Object.keys(requests)) requests[name] = 0;
  await new Promise((resolve) => setTimeout(resolve, seconds * 1_000));
  isOver = true;
  clearInterval(timer);
  return { requests, failed, problem, deliveries, latencies };
}

process.on('message', ({ port, users, seconds }: { port: number; users: Someone[]; seconds: number }) => {
  void live(port, users, seconds).then((report) => process.send?.(report, () => process.exit(0)));
});
