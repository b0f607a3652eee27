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
import { roles } from '@parley/contract/rights/roles.ts';
import { idAt, positionOf } from './event-id.ts';
import { createHub, type Hub, type AbortablePollRequest } from './hub.ts';
import type { PollCredential } from './poll-credential.ts';
import type { OutgoingEvent } from './outgoing-event.ts';
import type { ClientOptions } from './client-options.ts';

const REALM = 1;
const [ADA, GRACE] = [11, 12];

let clock: ReturnType<typeof createManualClock>;
let log: ReturnType<typeof createInMemoryLog>;
let queues: ReturnType<typeof createInMemoryQueues>;
let rolesByUser: Map<number, { from: number; role: number }[]>;
let subscribed: InMemorySubscriptions;
let bus: Bus;
let hub: Hub;
let onConfirm: () => void;
/** Lookups of credentials that have ended. */
let ended: Set<string>;
const KEY: PollCredential = { id: 1, kind: 'key', lookup: 'key 1' };

function session(id: number): PollCredential {
  return { id, kind: 'session', lookup: `session ${id}` };
}

function throwError(error: unknown): void {
  throw error;
}

function newHub(warn: (error: unknown) => void = throwError): Hub {
  return createHub({
    log,
    adapter: flaglessAdapter,
    queues,
    bus,
    clock,
    random: () => 0.5,
    warn,
    isCredentialValid: (lookup) => Promise.resolve(!ended.has(lookup)),
    confirmEpoch: async () => {
      onConfirm();
    },
  });
}

beforeEach(() => {
  clock = createManualClock();
  ended = new Set();
  log = createInMemoryLog();
  rolesByUser = new Map([
    [ADA, [{ from: 0, role: roles.member }]],
    [GRACE, [{ from: 0, role: roles.member }]],
  ]);
  subscribed = new Map();
  queues = createInMemoryQueues(rolesByUser, subscribed);
  bus = createLocalBus();
  onConfirm = () => {};
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

function register(
  id: string,
  userId = ADA,
  change: Partial<ClientOptions> = {},
  credentialId: number | null = KEY.id,
): void {
  const record = {
    id,
    realmId: REALM,
    userId,
    fromPosition: log.entries.length,
    clientOptions: { ...plainOptions, ...change },
    rewinds: 0,
    credentialId,
  };
  queues.rows.set(id, record);
  hub.add(record, { role: roles.member, channels: channelsOf(userId) });
}

function poll(
  queueId: string,
  lastEventId: number,
  more: Partial<AbortablePollRequest> = {},
): Promise<readonly OutgoingEvent[]> {
  return hub.poll({
    realmId: REALM,
    userId: ADA,
    queueId,
    lastEventId,
    dontBlock: false,
    credential: KEY,
    gone: new AbortController().signal,
    ...more,
  });
}

function append(fragment: string, audience = everyone): number {
  const position = log.append(audience, { type: 'navigation_view', op: 'remove', fragment });
  bus.wakeUp(REALM, position);
  return position;
}

function fragmentsOf(events: readonly OutgoingEvent[]): string[] {
  return events.map(
    ({ json }) => (JSON.parse(json) as { fragment?: string; type: string }).fragment ?? 'heartbeat',
  );
}

test('[EQ1] a poll returns the events of its user in log order', async () => {
  register('q');
  append('a');
  append('not mine', only(GRACE));
  append('b', only(ADA));
  const events = await poll('q', -1);
  expect(fragmentsOf(events)).toEqual(['a', 'b']);
  expect(events.map(({ id }) => id)).toEqual([idAt(1), idAt(3)]);
});

test('[EQ1] events of other types than requested are not delivered', async () => {
  register('q', ADA, { eventTypes: ['drafts'] });
  append('a');
  expect(await poll('q', -1, { dontBlock: true })).toEqual([]);
});

test('[EQ2] unacknowledged events are delivered again, acknowledged ones are not', async () => {
  register('q');
  append('a');
  append('b');
  expect(fragmentsOf(await poll('q', -1))).toEqual(['a', 'b']);
  expect(fragmentsOf(await poll('q', -1))).toEqual(['a', 'b']);
  expect(fragmentsOf(await poll('q', idAt(1)))).toEqual(['b']);
  expect(await poll('q', idAt(2), { dontBlock: true })).toEqual([]);
});

test('[EQ3] a new event answers a waiting poll at once, with the rest of its batch', async () => {
  register('q');
  const waiting = poll('q', -1);
  await settle();
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
  append('b');
  expect(fragmentsOf(await waiting)).toEqual(['a', 'b']);
});

test('[EQ4] a heartbeat ends a long wait with an id between two log positions', async () => {
  append('before');
  register('q');
  const waiting = poll('q', idAt(1));
  await settle();
  await clock.advance(44_000);
  expect(hub.size.waiting).toBe(1);
  await clock.advance(11_000);
  const [heartbeat] = await waiting;
  expect(heartbeat?.id).toBe(idAt(1) + 1);
  const secondPoll = poll('q', heartbeat?.id ?? 0);
  await settle();
  append('after');
  const events = await secondPoll;
  expect(fragmentsOf(events)).toEqual(['after']);
  expect(events[0]?.id).toBeGreaterThan(heartbeat?.id ?? 0);
  expect(positionOf(heartbeat?.id ?? 0)).toBe(1);
});

test('[EQ4] an acknowledged heartbeat moves the cursor past every earlier entry', async () => {
  register('q');
  for (let i = 0; i < 50; i += 1) append('not mine', only(GRACE));
  const waiting = poll('q', -1);
  await clock.advance(56_000);
  const [heartbeat] = await waiting;
  expect(positionOf(heartbeat?.id ?? 0)).toBe(50);
});

test('[EQ5] a second poll of a queue ends the first', async () => {
  register('q');
  const first = poll('q', -1);
  await settle();
  const second = poll('q', -1);
  expect(await first).toEqual([]);
  await settle();
  append('a');
  expect(fragmentsOf(await second)).toEqual(['a']);
});

test('[EQ6] another node adopts a queue and misses nothing', async () => {
  register('q');
  append('a');
  append('b');
  await hub.close();
  hub = newHub();
  expect(fragmentsOf(await poll('q', idAt(1)))).toEqual(['b']);
  const waiting = poll('q', idAt(2));
  await settle();
  append('c');
  expect(fragmentsOf(await waiting)).toEqual(['c']);
});

test('[EQ7] the role at the position of an event decides, live and after adoption', async () => {
  register('q');
  const changeRoles = (): void => {
    append('as a member', administrators);
    rolesByUser.get(ADA)?.push({
      from: log.notify({ notice: 'role', user_id: ADA, role: roles.administrator }),
      role: roles.administrator,
    });
    append('as an administrator', administrators);
    rolesByUser
      .get(ADA)
      ?.push({ from: log.notify({ notice: 'role', user_id: ADA, role: roles.member }), role: roles.member });
    append('as a member again', administrators);
  };
  changeRoles();
  await settle();
  expect(fragmentsOf(await poll('q', -1))).toEqual(['as an administrator']);
  await hub.close();
  hub = newHub();
  expect(fragmentsOf(await poll('q', -1))).toEqual(['as an administrator']);
  await hub.close();
  hub = newHub();
  expect(fragmentsOf(await poll('q', idAt(2)))).toEqual(['as an administrator']);
  await hub.close();
  hub = newHub();
  expect(await poll('q', idAt(3), { dontBlock: true })).toEqual([]);
});

test('[EQ6] a queue adopted amid the events of one entry still receives the rest', async () => {
  register('q');
  bus.wakeUp(
    REALM,
    log.append(everyone, { type: 'delete_message', message_ids: [1, 2, 3], message_type: 'private' }),
  );
  const [first, ...others] = await poll('q', -1);
  expect(others).toHaveLength(2);
  for (const { id, json } of others) expect(JSON.parse(json)).toMatchObject({ id });
  hub = newHub();
  expect(await poll('q', first?.id ?? 0)).toEqual(others);
  hub = newHub();
  expect((await poll('q', others[1]?.id ?? 0, { dontBlock: true })).length).toBe(0);
});

test('[EQ6] polls that open an organization at once share one read of its head', async () => {
  for (const id of ['q1', 'q2', 'q3']) register(id);
  const counted = log;
  let reads = 0;
  log = { ...counted, heads: (realmIds) => ((reads += 1), counted.heads(realmIds)) };
  hub = newHub();
  const polls = ['q1', 'q2', 'q3'].map((id) => poll(id, idAt(0)));
  await settle();
  expect(reads).toBe(1);
  append('a');
  for (const events of await Promise.all(polls)) expect(fragmentsOf(events)).toEqual(['a']);
});

test('[EQ13] a notice does not end a queue registered after it, even if it is read later', async () => {
  register('old');
  log.notify({ notice: 'queues-gone', user_id: ADA });
  register('new');
  bus.publish(REALM, {
    audience: everyone,
    event: { type: 'navigation_view', op: 'remove', fragment: 'now' },
  });
  expect(fragmentsOf(await poll('new', -1, { dontBlock: true }))).toEqual(['now']);
});

test('[EQ7] the subscriptions at the position of an event decide, live and after adoption', async () => {
  const general = { kind: 'subscribers', channel: 7 } as const;
  register('q');
  await poll('q', -1, { dontBlock: true });
  append('before', general);
  subscribe(ADA, 7);
  append('during', general);
  append('of another channel', { kind: 'subscribers', channel: 8 });
  append('in a union', { kind: 'union', of: [administrators, general] });
  unsubscribe(ADA, 7);
  append('after', general);
  subscribe(ADA, 7);
  append('again', general);
  const wanted = ['during', 'in a union', 'again'];
  expect(fragmentsOf(await poll('q', -1, { dontBlock: true }))).toEqual(wanted);
  for (const [from, rest] of [
    [-1, wanted],
    [idAt(2), wanted],
    [idAt(4), ['in a union', 'again']],
    [idAt(6), ['again']],
  ] as const) {
    await hub.close();
    hub = newHub();
    expect(fragmentsOf(await poll('q', from, { dontBlock: true }))).toEqual(rest);
  }
});

test('[EQ8] a slow client loses no event and has at most 1,000 pending', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  for (let i = 0; i < 2_500; i += 1) append(`e${i}`);
  await settle();
  const got: string[] = [];
  let last = -1;
  for (;;) {
    const events = await poll('q', last, { dontBlock: true });
    if (events.length === 0) break;
    expect(events.length).toBeLessThanOrEqual(1_000);
    got.push(...fragmentsOf(events));
    last = events.at(-1)?.id ?? last;
  }
  expect(got).toEqual(Array.from({ length: 2_500 }, (_, i) => `e${i}`));
});

test('[EQ9] an event arrives within a second without any wake-up', async () => {
  register('q');
  const waiting = poll('q', -1);
  await settle();
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
  await clock.advance(1_000);
  expect(fragmentsOf(await waiting)).toEqual(['a']);
});

test('[EQ10] a queue whose log position was pruned is deleted', async () => {
  register('q');
  for (let i = 0; i < 10; i += 1) append(`e${i}`);
  await hub.close();
  log.prune(5);
  hub = newHub();
  await expect(poll('q', idAt(2))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(queues.rows.has('q')).toBe(false);
});

test("[EQ11] another user's queue looks like a missing one", async () => {
  register('q', GRACE);
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID', extra: { queue_id: 'q' } });
  await expect(hub.remove(REALM, ADA, 'q')).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  await expect(poll('none', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EQ12] an event id that was acknowledged before is refused', async () => {
  register('q');
  append('a');
  append('b');
  await poll('q', idAt(1));
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EP8] a queue whose client is ahead of the log is refused, and the epoch is checked', async () => {
  register('q');
  append('a');
  append('b');
  let checks = 0;
  onConfirm = () => {
    checks += 1;
  };
  await expect(poll('q', idAt(3))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  await expect(poll('q', Number.MAX_SAFE_INTEGER)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  hub = newHub();
  await expect(poll('q', idAt(3))).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(checks).toBe(3);
});

test('[EP2] the end of an epoch rejects waiting polls and streams, and forgets every queue', async () => {
  register('q');
  register('stream', GRACE);
  const waiting = poll('q', -1);
  const ended: unknown[] = [];
  await hub.listen(
    { realmId: REALM, userId: GRACE, queueId: 'stream', lastEventId: -1, dontBlock: false, credential: KEY },
    { send: () => {}, end: (error) => ended.push(error) },
  );
  queues.rows.clear();
  hub.endEpoch();
  await expect(waiting).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(ended).toMatchObject([{ code: 'BAD_EVENT_QUEUE_ID' }]);
  expect(hub.size).toEqual({ queues: 0, waiting: 0, lag: 0 });
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EP2] a head that was read before the end of an epoch opens no tail after it', async () => {
  for (const name of ['a', 'b', 'c']) append(name);
  register('q');
  const read = Promise.withResolvers<ReadonlyMap<number, number>>();
  const heads = log.heads.bind(log);
  const asked = new Promise<void>((resolve) => {
    log.heads = () => {
      resolve();
      return read.promise;
    };
  });
  hub = newHub();
  const waiting = poll('q', idAt(3), { dontBlock: true });
  await asked;
  log.heads = heads;
  hub.endEpoch();
  read.resolve(new Map([[REALM, 9]]));
  expect(await waiting).toEqual([]);
  append('d');
  expect(fragmentsOf(await poll('q', idAt(3)))).toEqual(['d']);
});

test('[EP4] a queue that ends after its epoch does not close the tail of the new one', async () => {
  register('q');
  for (const name of ['a', 'b', 'c']) append(name);
  await settle();
  const read = Promise.withResolvers<[]>();
  const after = log.after.bind(log);
  const asked = new Promise<void>((resolve) => {
    log.after = () => {
      resolve();
      return read.promise;
    };
  });
  hub = newHub();
  const old = poll('q', -1);
  await asked;
  log.after = after;
  hub.endEpoch();
  register('new', GRACE);
  const waiting = poll('new', -1, { userId: GRACE });
  await settle();
  read.resolve([]);
  await expect(old).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  append('d');
  await settle();
  hub.drain();
  expect(fragmentsOf(await waiting)).toEqual(['d']);
});

test('[EQ27] a rewind delivers acknowledged events again, once and in order', async () => {
  register('q');
  for (const name of ['a', 'b', 'c']) append(name);
  expect(fragmentsOf(await poll('q', -1))).toEqual(['a', 'b', 'c']);
  await poll('q', idAt(3), { dontBlock: true });
  append('d');
  expect(fragmentsOf(await poll('q', idAt(1), { rewind: true }))).toEqual(['b', 'c', 'd']);
  expect(fragmentsOf(await poll('q', idAt(3)))).toEqual(['d']);
  expect(await poll('q', idAt(4), { dontBlock: true })).toEqual([]);
  await expect(poll('q', idAt(1))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EQ27] a rewind to an event before the queue, beyond the log or no longer kept is refused', async () => {
  append('before');
  register('q');
  for (const name of ['a', 'b', 'c']) append(name);
  await poll('q', idAt(4), { dontBlock: true });
  await expect(poll('q', 0, { rewind: true })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await expect(poll('q', idAt(9), { rewind: true })).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  await expect(poll('q', -1, { rewind: true, userId: GRACE })).rejects.toMatchObject({
    code: 'BAD_EVENT_QUEUE_ID',
  });
  expect(queues.rows.get('q')?.rewinds).toBe(2);
  expect(await poll('q', idAt(4), { dontBlock: true })).toEqual([]);
  log.prune(3);
  hub = newHub();
  await expect(poll('q', -1, { rewind: true })).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EQ27] events after a rewind are judged at their positions', async () => {
  register('q');
  subscribe(ADA, 7);
  append('inside', { kind: 'subscribers', channel: 7 });
  unsubscribe(ADA, 7);
  append('outside', { kind: 'subscribers', channel: 7 });
  const end = append('end');
  expect(fragmentsOf(await poll('q', -1))).toEqual(['inside', 'end']);
  await poll('q', idAt(end), { dontBlock: true });
  expect(fragmentsOf(await poll('q', -1, { rewind: true }))).toEqual(['inside', 'end']);
  append('later', { kind: 'subscribers', channel: 7 });
  append('last');
  expect(fragmentsOf(await poll('q', idAt(end)))).toEqual(['last']);
});

test('[EQ28] a queue that was rewound on one node goes on where it is on every other', async () => {
  register('q');
  for (const name of ['a', 'b', 'c', 'd']) append(name);
  await poll('q', idAt(4), { dontBlock: true });
  const first = hub;
  hub = newHub();
  expect(fragmentsOf(await poll('q', idAt(1), { rewind: true }))).toEqual(['b', 'c', 'd']);
  hub = first;
  expect(fragmentsOf(await poll('q', idAt(2)))).toEqual(['c', 'd']);
  await poll('q', idAt(3), { dontBlock: true });
  await expect(poll('q', idAt(2))).rejects.toMatchObject({ code: 'BAD_REQUEST' });
});

test('[EQ27] a rewind ends the waiting poll, and later events reach the new one only', async () => {
  register('q');
  append('a');
  const waiting = poll('q', idAt(1));
  await settle();
  const rewound = await poll('q', -1, { rewind: true });
  expect(await waiting).toEqual([]);
  expect(fragmentsOf(rewound)).toEqual(['a']);
  append('b');
  expect(fragmentsOf(await poll('q', idAt(1)))).toEqual(['b']);
});

test('[EQ27] a rewind during the catch-up of another poll gives neither poll a gap', async () => {
  register('q');
  for (let n = 1; n <= 40; n += 1) append(String(n));
  await poll('q', idAt(40), { dontBlock: true });
  hub = newHub();
  const starts = [30, 10, 20, 5];
  const answers = await Promise.all(starts.map((start) => poll('q', idAt(start), { rewind: true })));
  for (const [index, start] of starts.entries()) {
    const names = fragmentsOf(answers[index] ?? []);
    const all = Array.from({ length: 40 - start }, (_, n) => String(start + 1 + n));
    expect([[], all]).toContainEqual(names);
  }
  expect(answers.some((events) => events.length > 0)).toBe(true);
});

test('[EQ8] a heartbeat on a full stream does not skip entries that were not read yet', async () => {
  register('q');
  const received: OutgoingEvent[] = [];
  const sink = { send: (events: readonly OutgoingEvent[]) => void received.push(...events), end: () => {} };
  const request = {
    realmId: REALM,
    userId: ADA,
    queueId: 'q',
    lastEventId: -1,
    dontBlock: false,
    credential: KEY,
  };
  const stream = await hub.listen(request, sink);
  for (let n = 1; n <= 1_010; n += 1) append(String(n));
  await clock.advance(120_000);
  expect(fragmentsOf(received)).toContain('heartbeat');
  await stream.acknowledge(received.at(-1)?.id ?? 0);
  await settle();
  const names = fragmentsOf(received).filter((name) => name !== 'heartbeat');
  expect(names).toEqual(Array.from({ length: 1_010 }, (_, n) => String(n + 1)));
});

test('a stream that ends while its heartbeat is sent leaves no timer', async () => {
  register('q');
  const before = clock.timerCount;
  const stream = await hub.listen(
    { realmId: REALM, userId: ADA, queueId: 'q', lastEventId: -1, dontBlock: false, credential: KEY },
    {
      send: () => {
        stream.close();
      },
      end: () => {},
    },
  );
  expect(clock.timerCount).toBe(before + 1);
  await clock.advance(120_000);
  expect(clock.timerCount).toBe(before);
});

test('[EQ13] revoked credentials end open polls at their log position', async () => {
  register('q');
  const waiting = poll('q', -1).catch((error: unknown) => error);
  await settle();
  log.notify({ notice: 'credentials', user_id: ADA });
  append('too late');
  expect(await waiting).toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[EQ30] an ended credential ends its own polls at its log position, and a new address those of keys', async () => {
  register('one', ADA, {}, 2);
  register('two', ADA, {}, 3);
  register('key');
  const one = poll('one', -1, { credential: session(2) }).catch((error: unknown) => error);
  const two = poll('two', -1, { credential: session(3) });
  const key = poll('key', -1).catch((error: unknown) => error);
  await settle();
  log.notify({ notice: 'session', user_id: ADA, session_id: 2 });
  log.notify({ notice: 'credentials', user_id: ADA });
  append('later');
  expect(await one).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await key).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(fragmentsOf(await two)).toEqual(['later']);
});

test('[EQ30] a poll whose credential ended before it began to wait ends', async () => {
  register('q');
  register('of an older node', ADA, {}, null);
  ended.add(KEY.lookup);
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(poll('of an older node', -1)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('[EQ30] a poll and a stream end with their token, and nothing is sent after its end', async () => {
  register('q', ADA, {}, 4);
  register('stream', GRACE, {}, 5);
  const token = (id: number): PollCredential => ({ id, kind: 'grant', lookup: 'token', endsAt: 20_500 });
  const waiting = poll('q', -1, { credential: token(4) }).catch((error: unknown) => error);
  const sent: OutgoingEvent[] = [];
  const ends: unknown[] = [];
  await hub.listen(
    {
      realmId: REALM,
      userId: GRACE,
      queueId: 'stream',
      lastEventId: -1,
      dontBlock: false,
      credential: token(5),
    },
    { send: (events) => sent.push(...events), end: (error) => ends.push(error) },
  );
  await clock.advance(20_400);
  append('for Grace', only(GRACE));
  await settle();
  expect(fragmentsOf(sent)).toEqual(['for Grace']);
  await clock.advance(200);
  append('too late');
  await settle();
  await clock.advance(1_000);
  expect(await waiting).toMatchObject({ code: 'UNAUTHORIZED' });
  expect(fragmentsOf(sent)).toEqual(['for Grace']);
  expect(ends).toMatchObject([{ code: 'UNAUTHORIZED' }]);
  expect(hub.size).toEqual({ queues: 2, waiting: 0, lag: 0 });
});

test('[EQ31] a queue is used only by the credential that registered it, and ends with it', async () => {
  register('q');
  register('of an older node', ADA, {}, null);
  const foreign = { credential: session(2) };
  await expect(poll('q', -1, foreign)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  append('first');
  expect(fragmentsOf(await poll('q', -1))).toEqual(['first']);
  await expect(poll('q', -1, foreign)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
  expect(fragmentsOf(await poll('of an older node', -1, foreign))).toEqual(['first']);
  queues.rows.delete('q');
  log.notify({ notice: 'session', user_id: ADA, session_id: KEY.id });
  append('second');
  await settle();
  expect(hub.size.queues).toBe(1);
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EQ14] a dont_block poll returns every event committed before it', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  log.append(everyone, { type: 'navigation_view', op: 'remove', fragment: 'a' });
  expect(fragmentsOf(await poll('q', -1, { dontBlock: true }))).toEqual(['a']);
});

test('[EQ15] the deletion of a queue answers its waiting poll', async () => {
  register('q');
  const waiting = poll('q', -1);
  await settle();
  await hub.remove(REALM, ADA, 'q');
  expect(await waiting).toEqual([]);
  await expect(poll('q', -1)).rejects.toMatchObject({ code: 'BAD_EVENT_QUEUE_ID' });
});

test('[EQ15] a poll waits while its organization departs with its queue, and ends when clients can follow', async () => {
  register('q');
  let hasEnded = false;
  const waiting = poll('q', -1).finally(() => {
    hasEnded = true;
  });
  await settle();
  log.departing.add(REALM);
  queues.rows.delete('q');
  await clock.advance(21_000);
  await settle();
  expect(hasEnded).toBe(false);
  log.departing.delete(REALM);
  await clock.advance(20_000);
  expect(await waiting).toEqual([]);
});

test('[EQ16] a client that disconnects does not end its queue', async () => {
  register('q');
  const gone = new AbortController();
  const waiting = poll('q', -1, { gone: gone.signal });
  await settle();
  gone.abort();
  expect(await waiting).toEqual([]);
  expect(hub.size).toEqual({ queues: 1, waiting: 0, lag: 0 });
  append('a');
  expect(fragmentsOf(await poll('q', -1))).toEqual(['a']);
});

function publish(fragment: string, audience = everyone, position = 0): void {
  bus.publish(REALM, { audience, event: { type: 'navigation_view', op: 'remove', fragment }, position });
}

test('[EQ17] an ephemeral event reaches its audience at once, and no other user', async () => {
  register('q');
  register('other kinds', ADA, { eventTypes: ['drafts'] });
  register('g', GRACE);
  const [ada, grace] = [poll('q', -1), poll('g', -1, { userId: GRACE })];
  await settle();
  publish('for Grace', only(GRACE));
  expect(fragmentsOf(await grace)).toEqual(['for Grace']);
  publish('for all');
  expect(fragmentsOf(await ada)).toEqual(['for all']);
  expect(await poll('other kinds', -1, { dontBlock: true })).toEqual([]);
});

test('[EQ17] an ephemeral event follows roles and subscriptions like a log entry', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  publish('too early', { kind: 'subscribers', channel: 7 });
  subscribe(ADA, 7);
  await poll('q', -1, { dontBlock: true });
  publish('in time', { kind: 'subscribers', channel: 7 });
  publish('not for members', administrators);
  expect(fragmentsOf(await poll('q', -1))).toEqual(['in time']);
});

test('[EQ17] the audience of an ephemeral event with a position is judged there, although no wake-up came', async () => {
  subscribe(ADA, 7);
  subscribe(GRACE, 7);
  register('q');
  register('g', GRACE);
  await poll('q', -1, { dontBlock: true });
  const grace = poll('g', -1, { userId: GRACE });
  await settle();
  unsubscribe(ADA, 7);
  publish('for subscribers', { kind: 'subscribers', channel: 7 }, log.entries.length);
  expect(fragmentsOf(await grace)).toEqual(['for subscribers']);
  expect(await poll('q', -1, { dontBlock: true })).toEqual([]);
});

test('[EQ18] the id of an ephemeral event lies between those of the entries around it', async () => {
  register('q');
  const first = append('a');
  await settle();
  expect(fragmentsOf(await poll('q', -1))).toEqual(['a']);
  publish('b');
  publish('c');
  const second = append('d');
  await settle();
  publish('e');
  const events = await poll('q', -1);
  expect(fragmentsOf(events)).toEqual(['a', 'b', 'c', 'd', 'e']);
  const ids = events.map(({ id }) => id);
  expect(ids).toEqual([idAt(first), idAt(first) + 1, idAt(first) + 2, idAt(second), idAt(second) + 1]);
  expect(events.map(({ json }) => (JSON.parse(json) as { id: number }).id)).toEqual(ids);
});

test('[EQ18] ids of ephemeral events and heartbeats ascend together', async () => {
  register('q');
  const waiting = poll('q', -1);
  await clock.advance(56_000);
  const [heartbeat] = await waiting;
  publish('a');
  const [event] = await poll('q', heartbeat?.id ?? 0);
  expect(event?.id).toBeGreaterThan(heartbeat?.id ?? 0);
  const secondPoll = poll('q', event?.id ?? 0);
  await clock.advance(56_000);
  expect((await secondPoll)[0]?.id).toBeGreaterThan(event?.id ?? 0);
});

test('[EQ18] a queue that is catching up receives an ephemeral event before unread entries', async () => {
  register('q');
  append('a');
  await settle();
  publish('b');
  const events = await poll('q', -1);
  expect(fragmentsOf(events)).toEqual(['b', 'a']);
  expect(positionOf(events[0]?.id ?? -1)).toBe(0);
});

test('[EQ18] a client that resumes at an ephemeral id on another node misses no entry', async () => {
  register('q');
  append('a');
  await poll('q', -1);
  publish('b');
  const [, event] = await poll('q', -1);
  append('c');
  await hub.close();
  hub = newHub();
  expect(fragmentsOf(await poll('q', event?.id ?? 0))).toEqual(['c']);
});

test('[EQ19] an ephemeral event stays pending until it is acknowledged', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  publish('a');
  expect(fragmentsOf(await poll('q', -1))).toEqual(['a']);
  const [event] = await poll('q', -1);
  expect(await poll('q', event?.id ?? 0, { dontBlock: true })).toEqual([]);
});

test('[EQ19] an ephemeral event is lost when another node adopts the queue', async () => {
  register('q');
  append('a');
  await settle();
  publish('b');
  await hub.close();
  hub = newHub();
  expect(fragmentsOf(await poll('q', -1, { dontBlock: true }))).toEqual(['a']);
});

test('[EQ20] ephemeral events are dropped for a client that does not poll, log entries are not', async () => {
  register('q');
  await poll('q', -1, { dontBlock: true });
  for (let i = 0; i < 300; i += 1) publish(`t${i}`);
  append('a');
  await settle();
  const events = fragmentsOf(await poll('q', -1));
  expect(events).toHaveLength(201);
  expect(events.slice(-2)).toEqual(['t199', 'a']);
});

test('[EQ20] an ephemeral event is dropped when the ids after a position are used up', async () => {
  register('q');
  let last = -1;
  let received = 0;
  for (let round = 0; round < 1_000; round += 1) {
    for (let i = 0; i < 100; i += 1) publish('t');
    const events = await poll('q', last, { dontBlock: true });
    received += events.length;
    last = events.at(-1)?.id ?? last;
  }
  expect(last).toBe(idAt(1) - 1);
  expect(received).toBe(99_999);
  append('a');
  await settle();
  expect((await poll('q', last)).map(({ id }) => id)).toEqual([idAt(1)]);
});

test('[EQ24] a node that cannot read new entries answers its polls; without new entries the polls wait', async () => {
  let isUnavailable = false;
  const { ...realLog } = log;
  const fail = async (): Promise<never> => Promise.reject(new Error('unavailable'));
  log.heads = (realmIds) => (isUnavailable ? fail() : realLog.heads(realmIds));
  log.after = (...args) => (isUnavailable ? fail() : realLog.after(...args));
  await hub.close();
  hub = newHub(() => {});
  register('q');
  const waiting = poll('q', -1);
  await settle();
  isUnavailable = true;
  await clock.advance(5_000);
  expect(hub.size.waiting).toBe(1);
  append('written elsewhere');
  expect(await waiting).toEqual([]);
  isUnavailable = false;
  await clock.advance(2_000);
  expect(fragmentsOf(await poll('q', -1))).toEqual(['written elsewhere']);
});
