import { appendFile, mkdtemp, readdir, readFile, rm, symlink, unlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { addReaction } from '@parley/contract/endpoints/reactions.ts';
import { deleteMessage, sendMessage, updateMessage } from '@parley/contract/endpoints/messages.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { GIF, PNG } from '@parley/test-support/pictures.ts';
import { connectAt, portableState, type Place } from '@parley/test-support/portable-state.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { readSnapshot } from '../../engine/db/snapshot.ts';
import { verifyChain } from '../../organization/audit/verify.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { realmTables } from './realm-tables.ts';
import { combineArchives } from './changes/combine-archives.ts';
import { deleteRealm } from './delete-realm.ts';
import { exportRealm } from './export-realm.ts';
import { importRealm, isBeingImported } from './import-realm.ts';
import { storedTables } from './stored-data/stored-data.ts';
import { packTar, unpackTar } from './tar.ts';
import { verifyArchive } from './verify-archive.ts';

let server: TestServer;
let directory: string;
let archive: string;
let owner: TestUser;
let ada: TestUser;

const silent = (): void => {};

beforeAll(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-archive-'));
  owner = await server.user({ role: roles.owner });
  ada = await server.user({ fullName: 'Ada Lovelace' });
  await sendFiles(server, owner, '/realm/emoji/wave', [PNG]);
  const channelId = await channelOf(server, 'general', [owner, ada]);
  const secretId = await channelOf(server, 'secret', [ada], { invite_only: true });
  const upload = await sendFiles(server, ada, '/user_uploads', [Buffer.from('a file')]);
  const message_id = await say(ada, channelId, 'topic', `[a file](${String(upload.body['url'])}) :wave:`);
  await say(ada, secretId, 'plans', 'for us');
  await owner.connection.call(addReaction, { message_id, emoji_name: 'tada' });
  await ada.connection.call(updateMessage, {
    message_id: await say(ada, channelId, 'topic'),
    content: 'edited',
  });
  await owner.connection.call(sendMessage, { type: 'direct', to: [ada.id], content: 'hello\u2028"you"\\' });
  archive = path.join(directory, 'first');
  await exportRealm(server.server.world, server.realmId, archive, silent);
});
afterAll(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

function place(realmId: number, host: string): Place {
  return { server, realmId, host };
}

/** A packed archive whose first entry has another name. */
function renamed(archived: Buffer, name: string): Buffer {
  const changed = Buffer.from(archived);
  changed.fill(0, 0, 100).write(name, 0);
  changed.fill(' ', 148, 156);
  const sum = changed.subarray(0, 512).reduce((total, byte) => total + byte, 0);
  changed.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return changed;
}

test('every table and column is described with its purpose, and no other', async () => {
  const { pool } = server.server.world;
  const columns = await pool.all(sql<{ table: string; column: string }>`
    select c.relname as table, a.attname as column from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relname = any(${['realm', ...(await realmTables(pool))]}::text[]) and a.attnum > 0
      and not a.attisdropped and a.attname <> 'realm_id'
      and c.relnamespace = (select relnamespace from pg_class where oid = 'realm'::regclass)`);
  const known = Object.entries(storedTables).flatMap(([table, described]) =>
    Object.keys(described.columns).map((column) => `${table}.${column}`),
  );
  expect(columns.map(({ table, column }) => `${table}.${column}`).toSorted()).toEqual(known.toSorted());
});

test('an import has what was exported: the state of every user, and the next export is equal', async () => {
  const { world } = server.server;
  const before = await Promise.all(
    [owner, ada].map((user) => portableState(place(server.realmId, 'parley.test'), user)),
  );
  const { realmId } = await importRealm(world, archive, 'again', silent);
  const after = await Promise.all(
    [owner, ada].map((user) => portableState(place(realmId, 'again.parley.test'), user)),
  );
  expect(after).toEqual(before);

  const second = path.join(directory, 'second');
  await exportRealm(world, realmId, second, silent);
  const names = await readdir(archive, { recursive: true, withFileTypes: true });
  const files = names.filter((entry) => entry.isFile() && entry.name !== 'manifest.json');
  expect(files.length).toBeGreaterThan(40);
  expect((await readSnapshot(world.pool, (reader) => verifyChain(reader, realmId))).wrong).toBeUndefined();
  for (const { parentPath, name } of files) {
    // The log-ins of this test go on with the audit trail.
    if (name.startsWith('audit_')) continue;
    const relative = path.relative(archive, path.join(parentPath, name));
    const [one, other] = await Promise.all(
      [archive, second].map((where) => readFile(path.join(where, relative), 'latin1')),
    );
    expect([relative, other?.replaceAll(`/user_avatars/${realmId}/`, '/user_avatars/1/')]).toEqual([
      relative,
      one,
    ]);
  }
  const secrets = await readFile(path.join(archive, 'rows', 'realm_user.jsonl'), 'utf8');
  expect(secrets).not.toMatch(/password_hash|key_hash|key_sealed/);
});

test('people go on in an imported organization, and new ids follow those of the archive', async () => {
  const { world } = server.server;
  const { realmId } = await importRealm(world, archive, 'goes-on', silent);
  const connection = await connectAt(place(realmId, 'goes-on.parley.test'), ada);
  const sent = await connection.call(sendMessage, { type: 'direct', to: [owner.id], content: 'still here' });
  expect(sent.id).toBeGreaterThan(0);
  const newcomer = await server.user({ realmId, host: 'goes-on.parley.test' });
  expect(newcomer.id).toBeGreaterThan(ada.id);
  await expect(importRealm(world, archive, 'goes-on', silent)).rejects.toThrow('There is an organization');
});

test('an import that was interrupted is out of reach, and is continued to the same content', async () => {
  const { world } = server.server;
  let puts = 0;
  const failing = {
    ...world,
    files: {
      ...world.files,
      put: (...args: Parameters<typeof world.files.put>) =>
        (puts += 1) > 1 ? Promise.reject(new Error('no disk')) : world.files.put(...args),
    },
  };
  await expect(importRealm(failing, archive, 'broken', silent)).rejects.toThrow('no disk');
  const [left] = await world.pool.all(sql<{ closed: boolean }>`
    select deactivated_at is not null as closed from realm where subdomain = 'broken'`);
  expect(left).toEqual({ closed: true });
  expect(await isBeingImported(world.pool, 'broken')).toBe(true);
  const { realmId } = await importRealm(world, archive, 'broken', silent);
  expect(await portableState(place(realmId, 'broken.parley.test'), ada)).toEqual(
    await portableState(place(server.realmId, 'parley.test'), ada),
  );

  puts = 1;
  await expect(importRealm(failing, archive, 'given-up', silent)).rejects.toThrow('no disk');
  const [half] = await world.pool.all(sql<{ id: number }>`select id from realm where subdomain = 'given-up'`);
  await deleteRealm(world, half?.id ?? 0);
  expect((await importRealm(world, archive, 'given-up', silent)).files).toBeGreaterThan(0);
  expect(await isBeingImported(world.pool, 'given-up')).toBe(false);
});

test('an export that was interrupted continues at its position with the files that are missing', async () => {
  const { world } = server.server;
  const target = path.join(directory, 'continued');
  let gets = 0;
  const read: string[] = [];
  const watching = (fails: boolean) => ({
    ...world,
    files: {
      ...world.files,
      get: (...args: Parameters<typeof world.files.get>) => {
        gets += 1;
        if (fails && gets > 2) return Promise.reject(new Error('no store'));
        read.push(args[0]);
        return world.files.get(...args);
      },
    },
  });
  await expect(exportRealm(watching(true), server.realmId, target, silent)).rejects.toThrow('no store');
  await expect(verifyArchive(target)).rejects.toThrow('is not a complete archive');
  const first = read.splice(0);
  const position = await say(ada, await channelOf(server, 'later', [ada]), 'topic', 'after the snapshot');
  const manifest = await exportRealm(watching(false), server.realmId, target, silent);
  expect(manifest.position).toBeLessThan(position);
  expect(read.filter((key) => first.includes(key) && !key.endsWith('.webp'))).toEqual([]);
  await verifyArchive(target);
  await expect(exportRealm(world, server.realmId, target, silent)).rejects.toThrow(
    'complete archive already',
  );
});

test('a damaged archive, a link in it and a foreign name are refused', async () => {
  const packed = path.join(directory, 'first.tar');
  const copy = path.join(directory, 'copy');
  await packTar(archive, packed);
  await unpackTar(packed, copy);
  await verifyArchive(copy);
  const rows = path.join(copy, 'rows', 'message.jsonl');
  await appendFile(rows, '{}\n');
  await expect(verifyArchive(copy)).rejects.toThrow('The archive is damaged: rows/message.jsonl');

  await unpackTar(packed, copy);
  const [upload = ''] = await readdir(path.join(copy, 'files', 'uploads'));
  await unlink(path.join(copy, 'files', 'uploads', upload));
  await symlink('/etc/hostname', path.join(copy, 'files', 'uploads', upload));
  await expect(verifyArchive(copy)).rejects.toThrow('is not a file');

  const bytes = await readFile(packed);
  for (const name of ['../evil', '/etc/evil', 'a/../../evil', 'a\\b', 'A']) {
    const hostile = path.join(directory, 'hostile.tar');
    await rm(hostile, { force: true });
    await appendFile(hostile, renamed(bytes, name));
    await expect(unpackTar(hostile, path.join(directory, 'out'))).rejects.toThrow(/unexpected name|ends/);
  }
  await expect(readdir(path.join(directory, 'out'))).rejects.toThrow('ENOENT');
});

test('changes since an archive and that archive make what a whole export has', async () => {
  const { world } = server.server;
  const at = (name: string): string => path.join(directory, name);
  await sendFiles(server, owner, '/users/me/avatar', [PNG]);
  const channelId = await channelOf(server, 'changes', [owner, ada]);
  const [kept, gone, edited] = await Promise.all(
    ['a', 'b', 'c'].map((text) => say(ada, channelId, 't', text)),
  );
  const base = await exportRealm(world, server.realmId, at('base'), silent);

  await ada.connection.call(updateMessage, { message_id: edited ?? 0, content: 'another text' });
  await owner.connection.call(deleteMessage, { message_id: gone ?? 0 });
  await owner.connection.call(addReaction, { message_id: kept ?? 0, emoji_name: 'tada' });
  await sendFiles(server, owner, '/users/me/avatar', [GIF]);
  await sendFiles(server, ada, '/user_uploads', [Buffer.from('a new file')]);
  const changes = await exportRealm(world, server.realmId, at('changes'), silent, { after: at('base') });
  const whole = await exportRealm(world, server.realmId, at('whole'), silent);
  expect(changes).toMatchObject({ position: whole.position, after: { position: base.position } });
  expect(changes.tables['message']?.changes?.rows).toBeLessThan(8);
  await verifyArchive(at('changes'));
  const combined = await combineArchives(
    { earlier: at('base'), changes: at('changes'), target: at('combined') },
    silent,
  );
  expect(combined).toEqual({ ...whole, createdAt: changes.createdAt });
  expect(await verifyArchive(at('combined'))).toEqual(combined);

  await expect(importRealm(world, at('changes'), 'changed', silent)).rejects.toThrow('parley export combine');
  await expect(
    combineArchives({ earlier: archive, changes: at('changes'), target: at('wrong') }, silent),
  ).rejects.toThrow('since another archive');
  await expect(
    exportRealm(world, server.realmId, at('more'), silent, { after: at('changes') }),
  ).rejects.toThrow('has changes only');
});
