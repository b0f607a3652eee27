import { subscribe } from '@parley/contract/endpoints/channels.ts';
import { unsubscribe } from '@parley/contract/endpoints/subscribing.ts';
import {
  deleteMessage,
  getMessage,
  getMessageHistory,
  sendMessage,
} from '@parley/contract/endpoints/messages.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { appendToMessage } from '@parley/contract/endpoints/streamed-messages.ts';
import type { WireEvent } from '@parley/contract/events.ts';
import { botTypes } from '@parley/contract/objects/user.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock, type Clock } from '../../engine/clock.ts';
import { sql } from '../../engine/db/sql.ts';
import { endAbandonedStreams } from './end-abandoned.ts';
import { CHECKPOINT_MS } from './checkpoint.ts';
import { tellReaders } from './tell-readers.ts';

/** Time passes faster, so that a text of some seconds has several checkpoints. */
const SPEED = 5;
const START = systemClock.now();
const quickClock: Clock = {
  now: () => START + (systemClock.now() - START) * SPEED,
  monotonic: () => systemClock.monotonic() * SPEED,
  after: (milliseconds, callback) => systemClock.after(milliseconds / SPEED, callback),
};

let server: TestServer;
let owner: TestUser;
let bot: TestUser;
let reader: TestUser;
let channel: number;
beforeAll(async () => {
  server = await startTestServer((config) => config, undefined, { clock: quickClock });
  owner = await server.user();
  bot = await server.user({ bot: { type: botTypes.generic, ownerId: owner.id } });
  reader = await server.user();
  channel = await channelOf(server, 'pipeline', [owner, bot, reader]);
});
afterAll(() => server.stop());

function pool() {
  return server.server.world.pool;
}

async function begin(content = '', to = channel): Promise<number> {
  const form = { type: 'channel', to, topic: 'answers', content, stream: true } as const;
  return (await bot.connection.call(sendMessage, form)).id;
}

function append(message_id: number, content: string, more: { from?: number; finish?: boolean } = {}) {
  return bot.connection.call(appendToMessage, { message_id, content, ...more });
}

type Listener = { readonly events: () => Promise<readonly WireEvent[]> };

async function listen({ connection }: TestUser, isModern: boolean): Promise<Listener> {
  const queue = await connection.call(registerQueue, {
    event_types: ['message', 'update_message', 'message_piece'],
    fetch_event_types: [],
    apply_markdown: true,
    ...(isModern
      ? { client_capabilities: { notification_settings_null: true, streamed_messages: true } }
      : {}),
  });
  let last = queue.last_event_id;
  return {
    events: async () => {
      const { events } = await connection.call(getEvents, {
        queue_id: queue.queue_id,
        last_event_id: last,
        dont_block: true,
      });
      last = events.at(-1)?.id ?? last;
      return events;
    },
  };
}

function bytesOf(events: readonly WireEvent[]): number {
  return events.reduce((sum, event) => sum + JSON.stringify(event).length, 0);
}

/** The text as a client puts it together from pieces and updates. */
function textOf(events: readonly WireEvent[], id: number): string {
  let known: string[] = [];
  for (const event of events)
    if (event.type === 'update_message' && event.message_id === id) known = Array.from(event.content ?? '');
    else if (event.type === 'message_piece' && event.message_id === id && event.from <= known.length)
      known = [...known.slice(0, event.from), ...Array.from(event.content)];
  return known.join('');
}

async function entriesOf(id: number): Promise<readonly { at: Date; streaming: boolean | null }[]> {
  return pool().all(sql<{ at: Date; streaming: boolean | null }>`
    select at, (event::jsonb ->> 'streaming')::boolean as streaming from log_entry
    where realm_id = ${server.realmId}
      and (position = ${id} or event::jsonb ->> 'message_id' = ${String(id)}) order by position`);
}

/** The number of entries that tell of the end of a stream. */
async function endsOf(id: number): Promise<number> {
  return (await entriesOf(id)).filter(({ streaming }) => streaming === false).length;
}

test('a text of 260 pieces is one entry, one for its end, and one per five seconds between, without a history', async () => {
  const modern = await listen(reader, true);
  const old = await listen(owner, false);
  const heard: Record<'modern' | 'old', WireEvent[]> = { modern: [], old: [] };
  const began = quickClock.monotonic();
  const id = await begin();
  let text = '';
  for (let n = 0; n < 260; n += 1) {
    const piece = n % 20 === 0 ? '\n\n**word** 🔭 ' : 'and so on ';
    text += piece;
    expect(await append(id, piece)).toMatchObject({ length: lengthOf(text) });
    if (n % 10 === 0) heard.modern.push(...(await modern.events()));
  }
  await append(id, 'end.', { finish: true });
  text += 'end.';
  const spent = quickClock.monotonic() - began;
  heard.modern.push(...(await modern.events()));
  heard.old.push(...(await old.events()));

  const entries = await entriesOf(id);
  const checkpoints = entries.filter(({ streaming }) => streaming === true).length;
  expect(checkpoints).toBeLessThanOrEqual(Math.floor(spent / CHECKPOINT_MS));
  expect(entries).toHaveLength(2 + checkpoints);
  const { message_history } = await reader.connection.call(getMessageHistory, { message_id: id });
  expect(message_history).toHaveLength(1);
  const stored = text.trimEnd().replace(/^\n+/, '');
  const { message, raw_content } = await reader.connection.call(getMessage, { message_id: id });
  expect(raw_content).toBe(stored);
  expect(message).not.toHaveProperty('last_edit_timestamp');
  expect(message).not.toHaveProperty('streaming');
  expect(textOf(heard.modern, id)).toBe(stored);
  expect(textOf(heard.old, id)).toBe(stored);
  expect(heard.old.filter(({ type }) => type === 'message_piece')).toEqual([]);
  expect(heard.old).toHaveLength(entries.length);
  const pieces = heard.modern.filter((event) => event.type === 'message_piece');
  expect(pieces.map(({ content }) => content).join('').length).toBeLessThanOrEqual(text.length);
  // 260 edits of such a text are 1.33 MB for every reader.
  expect(bytesOf(heard.old)).toBeLessThan((2 + checkpoints) * 3 * text.length);
  expect(bytesOf(heard.modern) - bytesOf(heard.old)).toBeLessThan(text.length + pieces.length * 150);
});

test('a piece is told to those who may read the message when it is told', async () => {
  const place = await channelOf(server, 'secret', [bot, reader, owner], { invite_only: true });
  const id = await begin('One', place);
  const left = await listen(reader, true);
  const stays = await listen(owner, true);
  await reader.connection.call(unsubscribe, { subscriptions: ['secret'] });
  await pool().all(sql`
    update streamed_message set content = content || ' two' where realm_id = ${server.realmId} and message_id = ${id}`);
  await tellReaders(server.server.world, { realmId: server.realmId, messageId: id });
  await vi.waitFor(async () => {
    expect(await stays.events()).toMatchObject([{ type: 'message_piece', from: 3, content: ' two' }]);
  });
  expect(await left.events()).toEqual([]);
  await append(id, '', { finish: true });
});

test('a stream without pieces for a minute ends once, and one that goes on does not', async () => {
  const [lost, alive] = [await begin(), await begin('Still')];
  await append(lost, 'I was about to sa');
  await endAbandonedStreams(server.server.world);
  expect(await endsOf(lost)).toBe(0);
  await pool().all(sql`
    update streamed_message set touched_at = now() - interval '61 seconds' where message_id = ${lost}`);
  await Promise.all([endAbandonedStreams(server.server.world), endAbandonedStreams(server.server.world)]);
  await endAbandonedStreams(server.server.world);
  expect(await endsOf(lost)).toBe(1);
  const { raw_content } = await reader.connection.call(getMessage, { message_id: lost });
  expect(raw_content).toBe('I was about to sa');
  await expect(append(lost, 'y')).rejects.toMatchObject({ code: 'MESSAGE_STREAM_ENDED' });
  await append(alive, ' here', { finish: true });
});

test('a stream that a node closed and did not end is ended by another one', async () => {
  const id = await begin('Half');
  await pool().all(sql`
    update streamed_message set content = 'Half of it', is_ended = true, touched_at = now() - interval '16 seconds'
    where message_id = ${id}`);
  await endAbandonedStreams(server.server.world);
  expect((await reader.connection.call(getMessage, { message_id: id })).raw_content).toBe('Half of it');
  expect(await endsOf(id)).toBe(1);
});

test('a text that is deleted while it is written leaves nothing', async () => {
  const id = await begin('One');
  await append(id, ' two');
  await bot.connection.call(deleteMessage, { message_id: id });
  await expect(append(id, ' three')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  expect(await pool().all(sql`select 1 from streamed_message where message_id = ${id}`)).toEqual([]);
});

test('a text on hold grows, and nothing of it goes', async () => {
  const id = await begin('The number is 12.');
  await pool().all(sql`
    insert into hold (realm_id, channel_id, reason, creator_id) values (${server.realmId}, ${channel}, 'case', ${owner.id})`);
  await append(id, 'The number is 13.', { from: 0, finish: true });
  const grown = await begin('The');
  await append(grown, ' end', { finish: true });
  await pool().all(sql`delete from hold`);
  expect((await reader.connection.call(getMessage, { message_id: id })).raw_content).toBe(
    'The number is 12.',
  );
  expect((await reader.connection.call(getMessage, { message_id: grown })).raw_content).toBe('The end');
});

test('a sender has a bound of open streams', async () => {
  const busy = await server.user({ bot: { type: botTypes.generic, ownerId: owner.id } });
  await owner.connection.call(subscribe, { subscriptions: [{ name: 'pipeline' }], principals: [busy.id] });
  const form = { type: 'channel', to: channel, topic: 'many', content: '', stream: true } as const;
  const ids: number[] = [];
  for (let n = 0; n < 20; n += 1) ids.push((await busy.connection.call(sendMessage, form)).id);
  await expect(busy.connection.call(sendMessage, form)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  await busy.connection.call(appendToMessage, { message_id: ids[0] ?? 0, finish: true });
  await busy.connection.call(sendMessage, form);
});
