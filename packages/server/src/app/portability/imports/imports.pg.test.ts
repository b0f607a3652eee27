import { readFile, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { createHold, deleteHold } from '@parley/contract/endpoints/holds.ts';
import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import {
  createRealmImport,
  deleteRealmImport,
  getRealmImport,
  getRealmImports,
  startRealmImport,
} from '@parley/contract/endpoints/realm-imports.ts';
import type { RealmImport } from '@parley/contract/objects/realm-import.ts';
import { openLab, type Lab } from '@parley/test-support/chat-archives/lab.ts';
import { writeSlack } from '@parley/test-support/chat-archives/slack.ts';
import { term } from '@parley/test-support/find-messages.ts';
import { channelOf } from '@parley/test-support/talk.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { keptDirectory } from '../../../engine/files/disk-store.ts';
import { advanceImport } from './advance-import.ts';
import { advanceInThread } from './import-in-thread.ts';
import { runImports } from './run-imports.ts';
import { expireImports } from './expire-imports.ts';

let lab: Lab;
let owner: TestUser;
let archive: Buffer;

beforeEach(async () => {
  lab = await openLab();
  owner = await lab.server.user({ email: 'ada@example.com', role: 100 });
  archive = await readFile(await writeSlack(path.join(lab.directory, 'slack.zip')));
});
afterEach(() => lab.close());

const announced = () => ({ source: 'slack' as const, file_name: 'slack.zip', size: archive.length });

async function begin(): Promise<number> {
  return (await owner.connection.call(createRealmImport, announced())).id;
}

function sendPart(id: number, from: number, to: number, user = owner) {
  return sendFiles(lab.server, user, `/import/realm/${id}/parts/${from}`, [archive.subarray(from, to)]);
}

async function find(id: number): Promise<RealmImport> {
  return (await owner.connection.call(getRealmImport, { import_id: id })).import;
}

/** Runs the job until the import has left a state. */
async function leave(
  id: number,
  state: RealmImport['state'],
  advance: typeof advanceInThread = advanceImport,
): Promise<RealmImport> {
  await expect
    .poll(async () => {
      await runImports(lab.server.server.world, advance);
      return (await find(id)).state;
    })
    .not.toBe(state);
  return find(id);
}

/** An archive that has arrived and was checked. */
async function checked(): Promise<number> {
  const id = await begin();
  await sendPart(id, 0, archive.length);
  expect(await leave(id, 'checking')).toMatchObject({ state: 'checked' });
  return id;
}

async function imported(advance?: typeof advanceInThread): Promise<number> {
  const id = await checked();
  await owner.connection.call(startRealmImport, { import_id: id });
  expect(await leave(id, 'importing', advance)).toMatchObject({ state: 'done', problem: null });
  return id;
}

async function takenBack(id: number): Promise<RealmImport> {
  await owner.connection.call(deleteRealmImport, { import_id: id });
  const state = await leave(id, 'taking_back');
  expect(state).toMatchObject({ state: 'taken_back', takes_back_until: null, problem: null });
  return state;
}

async function storedParts(): Promise<string[]> {
  const directory = path.join(keptDirectory(lab.server.server.world.config.files.directory), 'imports');
  const names = await readdir(directory, { recursive: true }).catch(() => []);
  return names.filter((name) => name.split('/').length === 3);
}

const problem = (message: string) => ({ message: expect.stringContaining(message) as string });

test('an archive arrives in parts, is checked, and changes nothing before its start', async () => {
  const id = await begin();
  const third = Math.ceil(archive.length / 3);
  expect(await sendPart(id, 0, third)).toMatchObject({ status: 200, body: { received: third } });
  expect(await sendPart(id, 0, third)).toMatchObject({
    status: 400,
    body: { msg: `The next part of import ${id} begins at byte ${third}.` },
  });
  expect(await sendPart(id, third, third)).toMatchObject({ status: 400 });
  expect(await find(id)).toMatchObject({ state: 'receiving', received: third, size: archive.length });
  await sendPart(id, third, 2 * third);
  expect(await sendPart(id, 2 * third, archive.length)).toMatchObject({ body: { received: archive.length } });
  expect(await sendPart(id, archive.length, archive.length + 1)).toMatchObject({ status: 400 });
  const before = await lab.count('message', 'realm_user', 'channel', 'imported');
  const state = await leave(id, 'checking');
  expect(state).toMatchObject({
    state: 'checked',
    acting_user_id: owner.id,
    file_name: 'slack.zip',
    total: 11,
    taken: null,
    takes_back_until: null,
  });
  expect(state.found).toContainEqual({ what: 'messages in channels', count: 7 });
  expect(state.not_taken).toContainEqual({ what: 'huddles', count: 1 });
  expect(await lab.count('message', 'realm_user', 'channel', 'imported')).toEqual(before);
  expect(await storedParts()).toHaveLength(3);
});

test('a started import brings everything, with notes and messages to compare', async () => {
  await channelOf(lab.server, 'general', [owner]);
  // As jobs run it.
  const id = await imported(advanceInThread);
  const { import: state, notes, samples } = await owner.connection.call(getRealmImport, { import_id: id });
  expect(state.taken).toContainEqual({ what: 'messages', count: 11 });
  expect(state).toMatchObject({ progress: 11, total: 11, taken_back: null });
  expect(state.takes_back_until).toBe((state.ended ?? 0) + 30 * 86_400);
  expect(notes).toContainEqual({ what: 'channels that joined one of the same name', name: 'general' });
  expect(samples).toHaveLength(5);
  const { messages } = await owner.connection.call(getMessages, {
    message_ids: samples.map(({ message_id }) => message_id),
    narrow: [term('channels', 'public')],
  });
  const text = (id: number) => messages.find((one) => one.id === id)?.content;
  for (const { message_id, content } of samples) {
    expect([content, text(message_id)]).toEqual([content, expect.any(String)]);
    expect(content).not.toBe('in private');
  }
  expect(samples).toContainEqual({
    message_id: expect.any(Number) as number,
    sender: 'Ada',
    content: '*Release 3* is out, <@U2>: <https://acme.test/r3|notes> :tada:',
  });
  expect(await storedParts()).toEqual([]);
  expect((await owner.connection.call(getRealmImports)).imports).toEqual([state]);
});

test('samples are gone with their messages', async () => {
  const id = await imported();
  const { world } = lab.server.server;
  await world.pool.all(sql`delete from message where content like '%Release 3%'`);
  const { samples } = await owner.connection.call(getRealmImport, { import_id: id });
  expect(samples).toHaveLength(4);
  await expireImports(world);
  const [row] = await world.pool.all(sql<{ samples: string }>`
    select samples::text as samples from chat_import where id = ${id}`);
  expect(row?.samples).not.toContain('Release 3');
  expect(row?.samples).toContain('plain words');
});

test('an import that was taken back leaves nothing that it brought', async () => {
  const outline = () => lab.outline(owner);
  const before = await outline();
  const id = await imported();
  await takenBack(id);
  expect(await outline()).toEqual(before);
  expect(await lab.count('imported', 'import_home', 'reaction', 'attachment')).toEqual([4, 0, 0, 0]);
  const { world } = lab.server.server;
  const people = await world.pool.all(sql<{ name: string; active: boolean }>`
    select full_name as name, is_active as active from realm_user
    where realm_id = ${lab.server.realmId} and is_imported_stub and bot_type is null`);
  for (const { name, active } of people)
    expect([name.replace(/\d+$/, ''), active]).toEqual(['Deleted User ', false]);
  const channels = await world.pool.all(sql<{ name: string; archived: boolean }>`
    select name, is_archived as archived from channel where realm_id = ${lab.server.realmId} order by id`);
  expect(channels.filter(({ name }) => name.endsWith('(taken back)'))).toEqual([
    { name: 'general (taken back)', archived: true },
    { name: 'old (taken back)', archived: true },
    { name: 'board (taken back)', archived: true },
  ]);
  await expect(owner.connection.call(deleteRealmImport, { import_id: id })).rejects.toMatchObject(
    problem('taken back before'),
  );

  const again = await imported();
  expect((await find(again)).taken).toContainEqual({ what: 'messages', count: 11 });
  expect(await outline()).toHaveLength(before.length + 11);
});

test('what people added to an import stays when it is taken back', async () => {
  const id = await imported();
  const bob = await lab.logIn('bob@example.com');
  const answer = await bob.connection
    .call(sendMessage, { type: 'stream', to: 'board', topic: 'new', content: 'mine' })
    .catch(() =>
      owner.connection.call(sendMessage, { type: 'stream', to: 'board', topic: 'new', content: 'mine' }),
    );
  const direct = await bob.connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'hello' });
  const world = lab.server.server.world;
  await world.pool.all(sql`update realm_user set awaits_first_login = false where id = ${bob.id}`);
  await takenBack(id);
  const { notes } = await owner.connection.call(getRealmImport, { import_id: id });
  expect(notes).toContainEqual({ what: 'channels with other messages stay', name: 'board' });
  expect(notes).toContainEqual({ what: 'people who have taken their account over stay', name: 'Bob' });
  expect((await lab.read(owner, term('channel', 'board'))).map((one) => one.id)).toEqual([answer.id]);
  expect((await lab.read(owner, term('is', 'dm'))).map((one) => one.id)).toEqual([direct.id]);
});

test('messages on hold stay when an import is taken back, and go when it is repeated', async () => {
  const id = await imported();
  const { world } = lab.server.server;
  const [bob] = await world.pool.all(sql<{ id: number }>`
    select id from realm_user where delivery_email = 'bob@example.com'`);
  const hold = await owner.connection.call(createHold, { user_id: bob?.id ?? 0, reason: 'case 7' });
  await takenBack(id);
  const held = await lab.read(owner, term('sender', bob?.id ?? 0));
  expect(held.length).toBeGreaterThan(0);
  const { notes } = await owner.connection.call(getRealmImport, { import_id: id });
  expect(notes.map(({ what }) => what)).toContain('messages on hold stay');
  await owner.connection.call(deleteHold, { hold_id: hold.id });
});

test('an import that was interrupted goes on, and nothing comes twice', async () => {
  const id = await checked();
  await owner.connection.call(startRealmImport, { import_id: id });
  const { world } = lab.server.server;
  for (let writes = 1; (await find(id)).state === 'importing'; writes += 1) {
    let left = writes;
    const write: typeof world.write = (...args) =>
      (left -= 1) < 0 ? Promise.reject(new Error('killed')) : world.write(...args);
    await runImports({ ...world, write, warn: () => {} }, advanceImport);
    await world.pool.all(sql`update chat_import set tries = 0`);
  }
  expect(await find(id)).toMatchObject({ state: 'done' });
  const [messages] = await lab.count('message');
  expect(messages).toBe(11 + (await serverMessages()));
});

async function serverMessages(): Promise<number> {
  const row = await lab.server.server.world.pool.first(sql<{ n: number }>`
    select count(*)::int as n from message m where realm_id = ${lab.server.realmId} and not exists (
      select from imported i where i.realm_id = m.realm_id and i.kind = 'message' and i.id = m.id)`);
  return row?.n ?? 0;
}

test('a failed import tells why, can be tried again, and can be taken back', async () => {
  const id = await checked();
  await owner.connection.call(startRealmImport, { import_id: id });
  const { world } = lab.server.server;
  let left = 8;
  const write: typeof world.write = (...args) =>
    (left -= 1) < 0 ? Promise.reject(new Error('no disk')) : world.write(...args);
  for (let tries = 0; tries < 6; tries += 1)
    await runImports({ ...world, write, warn: () => {} }, advanceImport);
  expect(await find(id)).toMatchObject({
    state: 'failed',
    problem: 'An error of the server ended the work. Its log has the reason.',
  });
  await owner.connection.call(startRealmImport, { import_id: id });
  await runImports({ ...world, write, warn: () => {} }, advanceImport);
  await world.pool.all(sql`update chat_import set state = 'failed'`);
  await takenBack(id);
  expect(await lab.count('imported', 'import_home')).toEqual([4, 0]);
  expect(await storedParts()).toEqual([]);
});

test('a file that is no archive fails the check with its reason', async () => {
  archive = Buffer.from('PK this is no archive');
  const id = await begin();
  await sendPart(id, 0, archive.length);
  const state = await leave(id, 'checking');
  expect(state).toMatchObject({ state: 'failed', found: null });
  expect(state.problem).toMatch(/archive/);
});

test('an archive that is not started can be deleted, and goes after a week', async () => {
  const first = await begin();
  await sendPart(first, 0, 10);
  await expect(begin()).rejects.toMatchObject(problem(`Import ${first} is not complete yet`));
  await owner.connection.call(deleteRealmImport, { import_id: first });
  expect(await storedParts()).toEqual([]);
  await checked();
  const { world } = lab.server.server;
  await expireImports(world);
  expect((await owner.connection.call(getRealmImports)).imports).toHaveLength(1);
  await world.pool.all(sql`update chat_import set touched_at = now() - interval '8 days'`);
  await expireImports(world);
  expect((await owner.connection.call(getRealmImports)).imports).toEqual([]);
  expect(await storedParts()).toEqual([]);
});

test('an import is taken back within thirty days', async () => {
  const id = await imported();
  await lab.server.server.world.pool.all(sql`
    update chat_import set finished_at = now() - interval '31 days'`);
  await expect(owner.connection.call(deleteRealmImport, { import_id: id })).rejects.toMatchObject(
    problem('for 30 days'),
  );
});

test('imports are for owners who logged in recently', async () => {
  const administrator = await lab.server.user({ role: 200 });
  const { connection } = administrator;
  const id = await checked();
  const attempts = [
    () => connection.call(createRealmImport, announced()),
    () => connection.call(getRealmImports),
    () => connection.call(getRealmImport, { import_id: id }),
    () => connection.call(startRealmImport, { import_id: id }),
    () => connection.call(deleteRealmImport, { import_id: id }),
  ];
  for (const attempt of attempts)
    await expect(attempt()).rejects.toMatchObject({ code: 'UNAUTHORIZED_PRINCIPAL' });
  expect(await sendPart(id, 0, 10, administrator)).toMatchObject({
    body: { code: 'UNAUTHORIZED_PRINCIPAL' },
  });
  await rm(lab.directory, { recursive: true, force: true });
});

test('an import whose thread ended at each attempt fails', async () => {
  const id = await checked();
  const { world } = lab.server.server;
  await world.pool.all(sql`update chat_import set state = 'waiting', tries = 5 where id = ${id}`);
  expect(await leave(id, 'importing')).toMatchObject({
    state: 'failed',
    problem: 'An error of the server ended the work. Its log has the reason.',
  });
});

test('an import that ends its thread holds up no other', async () => {
  const { world } = lab.server.server;
  const waiting = [
    { realm_id: 2_000_001, id: 1 },
    { realm_id: 2_000_002, id: 2 },
  ];
  const [begun, warned]: [number[], unknown[]] = [[], []];
  await runImports(
    {
      ...world,
      pool: { ...world.pool, all: () => Promise.resolve(waiting as never) },
      warn: (_error, _operation, text) => warned.push(text),
    },
    async (_world, _realmId, id) => {
      begun.push(id);
      if (id === 1) throw new Error('out of memory');
    },
  );
  expect(begun).toEqual([1, 2]);
  expect(warned).toEqual(['import 1 of organization 2000001 will be retried']);
});
