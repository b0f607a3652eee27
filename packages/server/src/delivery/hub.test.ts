import { beforeEach, expect, test } from 'vitest';
import { createLocalBus, type Bus } from '../engine/bus/bus.ts';
import { administrators, everyone, only } from '../engine/log/audience.ts';
import {
  createManualClock,
  createInMemoryLog,
  createInMemoryQueues,
  flaglessAdapter,
  plainOptions,
  settle,
  type InMemorySubscriptions,
} from '@parley/test-support/memory-stores.ts';
import { idAt, positionOf } from './event-id.ts';
import { createHub, type Hub, type Poll } from './hub.ts';
import type { Outgoing } from './outgoing.ts';
import type { ClientOptions } from './client-options.ts';

const REALM = 1;
const [ADA, GRACE] = [11, 12];

let clock: ReturnType<typeof createManualClock>;
let log: ReturnType<typeof createInMemoryLog>;
let queues: ReturnType<typeof createInMemoryQueues>;
let roles: Map<number, { from: number; role: number }[]>;
let subscribed: InMemorySubscriptions;
let bus: Bus;
let hub: Hub;

function newHub(): Hub {
  return createHub({
    log,
    adapter: flaglessAdapter,
    queues,
    bus,
    clock,
    random: () => 0.5,
    warn: (error) => {
      throw error;
    },
  });
}

beforeEach(() => {
  clock = createManualClock();
  log = createInMemoryLog();
  roles = new Map([
    [ADA, [{ from: 0, role: 400 }]],
    [GRACE, [{ from: 0, role: 400 }]],
  ]);
  subscribed = new Map();
  queues = createInMemoryQueues(roles, subscribed);
  bus = createLocalBus();
  hub = newHub();
});

function channelsOf(userId: number): number[] {
  return [...(subscribed.get(userId) ?? [])]
    .filter(([, periods]) => periods.some(({ to }) => to === Infinity))
    .map(([channel]) => channel);
}

function subscribe(userId: number, channel: number): void {
  const from = log.notify({ notice: 'subscribed', channel_id: channel, user_ids: [userId] });
  const own = subscribed.get(userId) ?? new Map<number, { from: number; to: number }[]>();
  subscribed.set(userId, own.set(channel, [...(own.get(channel) ?? []), { from, to: Infinity }]));
}

function unsubscribe(userId: number, channel: number): void {
  const to = log.notify({ notice: 'unsubscribed', channel_id: channel, user_ids: [userId] });
  for (const period of subscribed.get(userId)?.get(channel) ?? []) period.to = Math.min(period.to, to);
}

function register(id: string, userId = ADA, change: Partial<ClientOptions> = {}): void {
  const record = {
    id,
    realmId: REALM,
    userId,
    fromPosition: log.entries.length,
    clientOptions: { ...plainOptions, ...change },
  };
  queues.rows.set(id, record);
  hub.add(record, { role: 400, channels: channelsOf(userId) });
}

function poll(queueId: string, lastEventId: number, more: Partial<Poll> = {}): Promise<readonly Outgoing[]> {
  return hub.poll({
    realmId: REALM,
    userId: ADA,
    queueId,
    lastEventId,
    dontBlock: false,
    gone: new AbortController().signal,
    ...more,
  });
}

function say(fragment: string, audience = everyone): number {
  const position = log.append(audience, { type: 'navigation_view', op: 'remove', fragment });
  bus.wakeUp(REALM, position);
  return position;
}

function said(events: readonly Outgoing[]): string[] {
  return events.map(
    ({ json }) => (JSON.parse(json) as { fragment?: string; type: string }).fragment ?? 'heartbeat',
  );
}

test('[EQ1] a poll answers with what is for its user, in log order', async () => {
  register('q');
  say('a');
  say('not mine', only(GRACE));
  say('b', only(ADA));
  const events = await poll('q', -1);
  expect(said(events)).toEqual(['a', 'b']);
  expect(events.map(({ id }) => id)).toEqual([idAt(1), idAt(3)]);
});

test('[EQ1] types that nobody asked for are not delivered', async () => {
  register('q', ADA, { eventTypes: ['drafts'] });
  say('a');
  expect(await poll('q', -1, { dontBlock: true })).toEqual([]);
});

test('[EQ2] unacknowledged events come again, acknowledged ones do not', async () => {
  register('q');
  say('a');
  say('b');
  expect(said(await poll('q', -1))).toEqual(['a', 'b']);
  expect(said(await poll('q', -1))).toEqual(['a', 'b']);
  expect(said(await poll('q', idAt(1)))).toEqual(['b']);
  expect(await poll('q', idAt(2), { dontBlock: true })).toEqual([]);
});

test('[EQ3] an event answers a waiting poll at once, with the rest of its batch', async () => {
  register('q');
  const waiting = poll('q', -1);
  await settle();
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
  say('b');
  expect(said(await waiting)).toEqual(['a', 'b']);
});

test('[EQ4] a heartbeat ends a long wait; its id lies between the log positions', async () => {
  say('before');
  register('q');
  const waiting = poll('q', idAt(1));
  await settle();
  await clock.advance(44_000);
  expect(hub.size.waiting).toBe(1);
  await clock.advance(11_000);
  const [heartbeat] = await waiting;
  expect(heartbeat?.id).toBe(idAt(1) + 1);
  const again = poll('q', heartbeat?.id ?? 0);
  await settle();
  say('after');
  const events = await again;
  expect(said(events)).toEqual(['after']);
  expect(events[0]?.id).toBeGreaterThan(heartbeat?.id ?? 0);
  expect(positionOf(heartbeat?.id ?? 0)).toBe(1);
});

test('[EQ4] a heartbeat that was acknowledged carries the cursor over everything before it', async () => {
  register('q');
  for (let i = 0; i < 50; i += 1) say('not mine', only(GRACE));
  const waiting = poll('q', -1);
  await clock.advance(56_000);
  const [heartbeat] = await waiting;
  expect(positionOf(heartbeat?.id ?? 0)).toBe(50);
});

test('[EQ5] a second poll ends the first and takes its place', async () => {
  register('q');
  const first = poll('q', -1);
  await settle();
  const second = poll('q', -1);
  expect(await first).toEqual([]);
  await settle();
  say('a');
  expect(said(await second)).toEqual(['a']);
});

test('[EQ6] another node adopts a queue and misses nothing', async () => {
  register('q');
  say('a');
  say('b');
  await hub.close();
  hub = newHub();
  expect(said(await poll('q', idAt(1)))).toEqual(['b']);
  const waiting = poll('q', idAt(2));
  await settle();
  say('c');
  expect(said(await waiting)).toEqual(['c']);
});

test('[EQ7] who an event is for is judged at its position, live and after adoption alike', async () => {
  register('q');
  const ephemeral = (): void => {
    say('as a member', administrators);
    roles.get(ADA)?.push({ from: log.notify({ notice: 'role', user_id: ADA, role: 200 }), role: 200 });
    say('as an administrator', administrators);
    roles.get(ADA)?.push({ from: log.notify({ notice: 'role', user_id: ADA, role: 400 }), role: 400 });
    say('as a member again', administrators);
  };
  ephemeral();
  await settle();
  expect(said(await poll('q', -1))).toEqual(['as an administrator']);
  await hub.close();
  hub = newHub();
  expect(said(await poll('q', -1))).toEqual(['as an administrator']);
  await hub.close();
  hub = newHub();
  expect(said(await poll('q', idAt(2)))).toEqual(['as an administrator']);
  await hub.close();
  hub = newHub();
  expect(await poll('q', idAt(3), { dontBlock: true })).toEqual([]);
});

test('[EQ6] a queue that is adopted amid the events of one entry still gets the rest of them', async () => {
  register('q');
  bus.wakeUp(
    REALM,
    log.append(everyone, { type: 'delete_message', message_ids: [1, 2, 3], message_type: 'private' }),
  );
  const [first, ...others] = await poll('q', -1);
  expect(others).toHaveLength(2);
  hub = newHub();
  expect(await poll('q', first?.id ?? 0)).toEqual(others);
  hub = newHub();
  expect((await poll('q', others[1]?.id ?? 0, { dontBlock: true })).length).toBe(0);
});

test('[EQ13] what ended before a queue was registered does not touch it, however late a node reads of it', async () => {
  register('old');
  log.notify({ notice: 'queues-gone', user_id: ADA });
  register('new');
  bus.publish(REALM, {
    audience: everyone,
    event: { type: 'navigation_view', op: 'remove', fragment: 'now' },
  });
  expect(said(await poll('new', -1, { dontBlock: true }))).toEqual(['now']);
});

test('[EQ7] subscribers are those of the position, live and after adoption alike', async () => {
  const general = { kind: 'subscribers', channel: 7 } as const;
  register('q');
  await poll('q', -1, { dontBlock: true });
  say('before', general);
  subscribe(ADA, 7);
  say('during', general);
  say('of another channel', { kind: 'subscribers', channel: 8 });
  say('in a union', { kind: 'union', of: [administrators, general] });
  unsubscribe(ADA, 7);
  say('after', general);
  subscribe(ADA, 7);
  say('again', general);
  const wanted = ['during', 'in a union', 'again'];
  expect(said(await poll('q', -1, { dontBlock: true }))).toEqual(wanted);
  for (const [from, rest] of [
    [-1, wanted],
    [idAt(2), wanted],
    [idAt(4), ['in a union', 'again']],
    [idAt(6), ['again']],
  ] as const) {
    await hub.close();
    hub = newHub();
    expect(said(await poll('q', from, { dontBlock: true }))).toEqual(rest);
  }
});

test('[EQ8] a slow client loses nothing and costs bounded memory', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  for (let i = 0; i < 2_500; i += 1) say(`e${i}`);
  await settle();
  const got: string[] = [];
  let last = -1;
  for (;;) {
    const events = await poll('q', last, { dontBlock: true });
    if (events.length === 0) break;
    expect(events.length).toBeLessThanOrEqual(1_000);
    got.push(...said(events));
    last = events.at(-1)?.id ?? last;
  }
  expect(got).toEqual(Array.from({ length: 2_500 }, (_, i) => `e${i}`));
});

test('[EQ9] without any poke an event arrives within a second', async () => {
  register('q');
  const waiting = poll('q', -1);
  await settle();
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
  await clock.advance(1_000);
  expect(said(await waiting)).toEqual(['a']);
});

test('[EQ10] a queue whose place in the log is gone is gone', async () => {
  register('q');
  for (let i = 0; i < 10; i += 1) say(`e${i}`);
  await hub.close();
  log.prune(5);
  hub = newHub();
  await expect(poll('q', idAt(2))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(queues.rows.has('q')).toBe(false);
});

test("[EQ11] somebody else's queue looks like none", async () => {
  register('q', GRACE);
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', extra: { queue_id: 'q' } });
  await expect(hub.remove(REALM, ADA, 'q')).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  await expect(poll('none', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EQ12] an id that was acknowledged before, or was never issued, is refused', async () => {
  register('q');
  say('a');
  say('b');
  await poll('q', idAt(1));
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(poll('q', idAt(3))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(poll('q', Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EQ13] ended credentials refuse open polls at their position', async () => {
  register('q');
  const waiting = poll('q', -1).catch((error: unknown) => error);
  await settle();
  log.notify({ notice: 'credentials', user_id: ADA });
  say('too late');
  expect(await waiting).toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[EQ14] a poll that does not wait sees what was committed before it', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
  expect(said(await poll('q', -1, { dontBlock: true }))).toEqual(['a']);
});

test('[EQ15] deleting a queue answers its waiting poll', async () => {
  register('q');
  const waiting = poll('q', -1);
  await settle();
  await hub.remove(REALM, ADA, 'q');
  expect(await waiting).toEqual([]);
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EQ16] a client that goes away leaves the queue behind', async () => {
  register('q');
  const gone = new AbortController();
  const waiting = poll('q', -1, { gone: gone.signal });
  await settle();
  gone.abort();
  expect(await waiting).toEqual([]);
  expect(hub.size).toEqual({ queues: 1, waiting: 0, lag: 0 });
  say('a');
  expect(said(await poll('q', -1))).toEqual(['a']);
});

function ephemeral(fragment: string, audience = everyone): void {
  bus.publish(REALM, { audience, event: { type: 'navigation_view', op: 'remove', fragment } });
}

test('[EQ17] what is not in the log reaches its audience at once, and nobody else', async () => {
  register('q');
  register('other kinds', ADA, { eventTypes: ['drafts'] });
  register('g', GRACE);
  const [ada, grace] = [poll('q', -1), poll('g', -1, { userId: GRACE })];
  await settle();
  ephemeral('for Grace', only(GRACE));
  expect(said(await grace)).toEqual(['for Grace']);
  ephemeral('for all');
  expect(said(await ada)).toEqual(['for all']);
  expect(await poll('other kinds', -1, { dontBlock: true })).toEqual([]);
});

test('[EQ17] it follows roles and subscriptions like entries of the log', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  ephemeral('too early', { kind: 'subscribers', channel: 7 });
  subscribe(ADA, 7);
  await poll('q', -1, { dontBlock: true });
  ephemeral('in time', { kind: 'subscribers', channel: 7 });
  ephemeral('not for members', administrators);
  expect(said(await poll('q', -1))).toEqual(['in time']);
});

test('[EQ18] its id lies between those of the entries around it', async () => {
  register('q');
  const first = say('a');
  await settle();
  expect(said(await poll('q', -1))).toEqual(['a']);
  ephemeral('b');
  ephemeral('c');
  const second = say('d');
  await settle();
  ephemeral('e');
  const events = await poll('q', -1);
  expect(said(events)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const ids = events.map(({ id }) => id);
  expect(ids).toEqual([idAt(first), idAt(first) + 1, idAt(first) + 2, idAt(second), idAt(second) + 1]);
  expect(events.map(({ json }) => (JSON.parse(json) as { id: number }).id)).toEqual(ids);
});

test('[EQ18] it takes turns with heartbeats', async () => {
  register('q');
  const waiting = poll('q', -1);
  await clock.advance(56_000);
  const [heartbeat] = await waiting;
  ephemeral('a');
  const [event] = await poll('q', heartbeat?.id ?? 0);
  expect(event?.id).toBeGreaterThan(heartbeat?.id ?? 0);
  const again = poll('q', event?.id ?? 0);
  await clock.advance(56_000);
  expect((await again)[0]?.id).toBeGreaterThan(event?.id ?? 0);
});

test('[EQ18] a queue that is behind gets it before what it has yet to read', async () => {
  register('q');
  say('a');
  await settle();
  ephemeral('b');
  const events = await poll('q', -1);
  expect(said(events)).toEqual(['b', 'a']);
  expect(positionOf(events[0]?.id ?? -1)).toBe(0);
});

test('[EQ18] a client that resumes at its id on another node misses nothing of the log', async () => {
  register('q');
  say('a');
  await poll('q', -1);
  ephemeral('b');
  const [, told] = await poll('q', -1);
  say('c');
  await hub.close();
  hub = newHub();
  expect(said(await poll('q', told?.id ?? 0))).toEqual(['c']);
});

test('[EQ19] it waits for the next poll and comes again until it is acknowledged', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  ephemeral('a');
  expect(said(await poll('q', -1))).toEqual(['a']);
  const [event] = await poll('q', -1);
  expect(await poll('q', event?.id ?? 0, { dontBlock: true })).toEqual([]);
});

test('[EQ19] it is lost when another node adopts the queue', async () => {
  register('q');
  say('a');
  await settle();
  ephemeral('b');
  await hub.close();
  hub = newHub();
  expect(said(await poll('q', -1, { dontBlock: true }))).toEqual(['a']);
});

test('[EQ20] it is dropped for a client that does not fetch; the log is not', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  for (let i = 0; i < 300; i += 1) ephemeral(`t${i}`);
  say('a');
  await settle();
  const events = said(await poll('q', -1));
  expect(events).toHaveLength(201);
  expect(events.slice(-2)).toEqual(['t199', 'a']);
});

test('[EQ20] it is dropped when the ids behind a position have run out', async () => {
  register('q');
  let last = -1;
  let given = 0;
  for (let round = 0; round < 1_000; round += 1) {
    for (let i = 0; i < 100; i += 1) ephemeral('t');
    const events = await poll('q', last, { dontBlock: true });
    given += events.length;
    last = events.at(-1)?.id ?? last;
  }
  expect(last).toBe(idAt(1) - 1);
  expect(given).toBe(99_999);
  say('a');
  await settle();
  expect((await poll('q', last)).map(({ id }) => id)).toEqual([idAt(1)]);
});

test('[EQ24] a node that cannot read what others write sends its polls away; one that hears of nothing new keeps them', async () => {
  let isAway = false;
  const { ...real } = log;
  const away = async (): Promise<never> => Promise.reject(new Error('away'));
  log.heads = (realmIds) => (isAway ? away() : real.heads(realmIds));
  log.after = (...args) => (isAway ? away() : real.after(...args));
  await hub.close();
  hub = createHub({ log, adapter: flaglessAdapter, queues, bus, clock, random: () => 0.5, warn: () => {} });
  register('q');
  const waiting = poll('q', -1);
  await settle();
  isAway = true;
  await clock.advance(5_000);
  expect(hub.size.waiting).toBe(1);
  say('written elsewhere');
  expect(await waiting).toEqual([]);
  isAway = false;
  await clock.advance(2_000);
  expect(said(await poll('q', -1))).toEqual(['written elsewhere']);
});
