import { mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { sendMessage } from '@parley/contract/endpoints/messages.ts';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deleteRealmExport, exportRealm, getRealmExports } from '@parley/contract/endpoints/realm-exports.ts';
import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import type { ExportType, RealmExport } from '@parley/contract/objects/realm-export.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { connectAt } from '@parley/test-support/portable-state.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf, heard, say } from '@parley/test-support/talk.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { keptDirectory } from '../../../engine/files/disk-store.ts';
import { chosen } from '../chosen-rows.ts';
import { importRealm } from '../import-realm.ts';
import { storedTables } from '../stored-data/stored-data.ts';
import { unpackTar } from '../tar.ts';
import { readArchiveToken } from '../archive-address.ts';
import { expireExports } from './expire-exports.ts';
import { makeExports } from './make-exports.ts';

let server: TestServer;
let directory: string;
let owner: TestUser;
let ada: TestUser;
let bob: TestUser;

beforeEach(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-exports-'));
  owner = await server.user({ role: roles.owner });
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ fullName: 'Bob' });
});
afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function ended(id: number): Promise<RealmExport> {
  for (;;) {
    await makeExports(server.server.world);
    const { exports } = await owner.connection.call(getRealmExports);
    const found = exports.find((one) => one.id === id);
    if (found === undefined) throw new Error('The export is not listed.');
    if (!found.pending) return found;
    // The server's own job has it.
    await pause(20);
  }
}

async function exported(export_type: ExportType): Promise<RealmExport> {
  return ended((await owner.connection.call(exportRealm, { export_type })).id);
}

async function download({ export_url }: RealmExport): Promise<Response> {
  return fetchAt('parley.test')(`${server.url}${new URL(export_url ?? '').pathname}`);
}

/** The texts of these that an archive has, and a new organization that was made of it. */
async function contentOf(made: RealmExport, words: readonly string[], host: string) {
  const bytes = Buffer.from(await (await download(made)).arrayBuffer());
  const packed = path.join(directory, `${host}.tar`);
  await writeFile(packed, bytes);
  await unpackTar(packed, path.join(directory, host));
  const { realmId } = await importRealm(server.server.world, path.join(directory, host), host, () => {});
  return { words: words.filter((word) => bytes.includes(word)), realmId };
}

async function unreadOf(user: TestUser, realmId: number, host: string): Promise<number> {
  const connection = await connectAt({ server, realmId, host: `${host}.parley.test` }, user);
  const { unread_msgs } = await connection.call(registerQueue, {
    fetch_event_types: ['message', 'update_message_flags'],
  });
  return unread_msgs?.count ?? -1;
}

async function talk(): Promise<readonly string[]> {
  const open = await channelOf(server, 'open', [owner, ada, bob]);
  const closed = await channelOf(server, 'closed', [ada, bob], { invite_only: true });
  const later = await channelOf(server, 'later', [bob], {
    invite_only: true,
    history_public_to_subscribers: false,
  });
  const file = async (user: TestUser, text: string): Promise<string> =>
    `[file](${String((await sendFiles(server, user, '/user_uploads', [Buffer.from(text)])).body['url'])})`;
  await say(owner, open, 'topic', `word-open ${await file(owner, 'word-open-file')}`);
  await say(bob, closed, 'word-closed-topic', `word-closed ${await file(bob, 'word-closed-file')}`);
  await say(bob, later, 'topic', 'word-before');
  await channelOf(server, 'later', [bob, ada]);
  await say(bob, later, 'topic', 'word-after');
  await ada.connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'word-direct' });
  await bob.connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'word-foreign' });
  return 'open open-file closed closed-topic closed-file before after direct foreign'
    .split(' ')
    .map((word) => `word-${word}`);
}

test('a public export has what everyone may read, and becomes an organization without unread numbers', async () => {
  const words = await talk();
  await bob.connection.call(updateSettings, { email_address_visibility: 4 });
  const made = await exported('public');
  const { words: found, realmId } = await contentOf(made, [...words, bob.email], 'public');
  expect(found).toEqual(['word-open', 'word-open-file']);
  expect(await unreadOf(ada, realmId, 'public')).toBe(1);
  const { pool } = server.server.world;
  const users = await pool.all(sql<{ id: number; delivery_email: string; is_active: boolean }>`
    select id, delivery_email, is_active from realm_user where realm_id = ${realmId} and id in (${ada.id}, ${bob.id}) order by id`);
  expect(users).toEqual([
    { id: ada.id, delivery_email: ada.email, is_active: true },
    { id: bob.id, delivery_email: `exported-user-${bob.id}@export.invalid`, is_active: false },
  ]);
});

test('an export with consent also has what consenting users may read, and accounts of others are closed', async () => {
  const words = await talk();
  await ada.connection.call(updateSettings, { allow_private_data_export: true, twenty_four_hour_time: true });
  const { words: found, realmId } = await contentOf(await exported('full_with_consent'), words, 'full');
  expect(found).toEqual(words.filter((word) => word !== 'word-before' && word !== 'word-foreign'));
  const rows = await server.server.world.pool.all(sql<{ id: number }>`
    select id from realm_user where realm_id = ${realmId} and is_active and bot_type is null order by id`);
  expect(rows).toEqual([{ id: ada.id }]);
});

test('an archive of the list is downloaded for an hour, without credentials, and is gone once deleted', async () => {
  const made = await exported('public');
  const response = await download(made);
  expect([
    response.status,
    response.headers.get('content-type'),
    response.headers.get('cache-control'),
  ]).toEqual([200, 'application/x-tar', 'no-store']);
  const { world } = server.server;
  const later = { ...world, clock: { ...world.clock, now: () => world.clock.now() + 61 * 60 * 1000 } };
  const token = new URL(made.export_url ?? '').pathname.split('/')[3] ?? '';
  expect(readArchiveToken(world, 'export', token)?.id).toBe(made.id);
  expect(readArchiveToken(later, 'export', token)).toBeUndefined();
  expect(readArchiveToken(world, 'personal export', token)).toBeUndefined();
  await owner.connection.call(deleteRealmExport, { export_id: made.id });
  expect((await download(made)).status).toBe(404);
  const left = await world.pool.all(sql`select from realm_export where key is not null`);
  expect(left).toEqual([]);
});

test('administrators hear of the request, the end and the deletion of an export; others do not', async () => {
  const act = async (): Promise<void> => {
    const made = await exported('public');
    await owner.connection.call(deleteRealmExport, { export_id: made.id });
  };
  const events = await heard(owner, act, { event_types: ['realm_export'] });
  const states = events.map((event) => {
    const [one] = event.type === 'realm_export' ? event.exports : [];
    return [one?.pending, typeof one?.export_url, typeof one?.deleted_timestamp];
  });
  expect(states).toEqual([
    [true, 'object', 'object'],
    [false, 'string', 'object'],
    [false, 'object', 'number'],
  ]);
  expect(await heard(ada, () => exported('public'), { event_types: ['realm_export'] })).toEqual([]);
});

test('an export whose store is gone continues at its position when it is back, and fails after three attempts', async () => {
  const { world } = server.server;
  const kept = keptDirectory(world.config.files.directory);
  const channelId = await channelOf(server, 'open', [owner]);
  const { id } = await owner.connection.call(exportRealm, {});
  await rename(kept, `${kept}-away`);
  await makeExports(world);
  await rename(`${kept}-away`, kept);
  await say(owner, channelId, 'topic', 'word-too-late');
  const made = await ended(id);
  expect((await contentOf(made, ['word-too-late'], 'continued')).words).toEqual([]);

  await rename(kept, `${kept}-away`);
  const failed = await exported('public');
  await rename(`${kept}-away`, kept);
  expect([typeof failed.failed_timestamp, failed.export_url]).toEqual(['number', null]);
  await expect(owner.connection.call(deleteRealmExport, { export_id: failed.id })).rejects.toThrow(
    'no such export',
  );
});

test('a node that stops leaves the export pending, without an attempt', async () => {
  const { world } = server.server;
  const { id } = await owner.connection.call(exportRealm, {});
  let calls = 0;
  await makeExports({ ...world, isDraining: () => (calls += 1) > 1 });
  const row = await world.pool.first(
    sql<{ tries: number; state: string }>`select tries, state from realm_export where id = ${id}`,
  );
  // The server's own job may have made it meanwhile.
  expect([
    { tries: 0, state: 'pending' },
    { tries: 1, state: 'pending' },
    { tries: 1, state: 'complete' },
  ]).toContainEqual(row);
  expect((await ended(id)).failed_timestamp).toBeNull();
});

test('the sixth export of a week is refused, and archives end after 30 days', async () => {
  const { world } = server.server;
  const first = await exported('public');
  for (let n = 1; n < 5; n += 1) await owner.connection.call(exportRealm, {});
  await expect(owner.connection.call(exportRealm, {})).rejects.toThrow('5 times a week');
  await world.pool.all(
    sql`update realm_export set requested_at = now() - interval '31 days' where id = ${first.id}`,
  );
  await owner.connection.call(exportRealm, {});
  await expireExports(world);
  const { exports } = await owner.connection.call(getRealmExports);
  expect(typeof exports[0]?.deleted_timestamp).toBe('number');
  expect((await download(first)).status).toBe(404);
});

test('every exported table is chosen from by name', () => {
  const names = Object.keys(storedTables).filter((name) => storedTables[name]?.stays === undefined);
  expect(Object.keys(chosen).toSorted()).toEqual(names.toSorted());
});
