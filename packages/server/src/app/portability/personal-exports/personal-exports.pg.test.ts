import { mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPersonalExport, getPersonalExports } from '@parley/contract/endpoints/personal-exports.ts';
import { fetchAt } from '@parley/test-support/fetch-at.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { keptDirectory } from '../../../engine/files/disk-store.ts';
import { spoolDirectory } from '../../../engine/files/store.ts';
import { deleteUser } from '../delete-user.ts';
import { unpackTar } from '../tar.ts';
import { expirePersonalExports } from './delete-exports.ts';
import { makePersonalExports } from './make-personal-exports.ts';
import { requestExport } from './request-export.ts';
import { readArchiveToken } from '../archive-address.ts';

let server: TestServer;
let ada: TestUser;
let bob: TestUser;
let directory: string;

beforeEach(async () => {
  server = await startTestServer();
  directory = await mkdtemp(path.join(tmpdir(), 'parley-personal-'));
  ada = await server.user({ fullName: 'Ada' });
  bob = await server.user({ role: 100 });
  const channel = await channelOf(server, 'general', [ada, bob]);
  await say(ada, channel, 't', 'words of Ada');
  await say(bob, channel, 't', 'words of Bob');
});
afterEach(async () => {
  await server.stop();
  await rm(directory, { recursive: true, force: true });
});

async function newest() {
  const [found] = (await ada.connection.call(getPersonalExports)).exports;
  if (found === undefined) throw new Error('There is no export.');
  return found;
}

/** Asks for an export and lets a job end it. */
async function exported() {
  await ada.connection.call(createPersonalExport);
  await expect
    .poll(async () => {
      await makePersonalExports(server.server.world);
      return (await newest()).state;
    })
    .not.toBe('pending');
  return newest();
}

function download(url: string | null): Promise<Response> {
  return fetchAt('parley.test')(server.url + new URL(url ?? '').pathname);
}

test('a user receives a page and JSON with everything stored about them, by a link that ends', async () => {
  const made = await exported();
  expect(made).toMatchObject({ state: 'ready', size: expect.any(Number) as number });
  const response = await download(made.url);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(response.headers.get('content-disposition')).toMatch(/^attachment; filename="my-data-\d+\.tar"/);
  const packed = path.join(directory, 'data.tar');
  await writeFile(packed, Buffer.from(await response.arrayBuffer()));
  await unpackTar(packed, path.join(directory, 'data'));
  const text = async (name: string) => readFile(path.join(directory, 'data', name), 'utf8');
  for (const name of ['index.html', 'data.json']) {
    expect(await text(name)).toContain('words of Ada');
    expect(await text(name)).not.toContain('words of Bob');
  }
  const { world } = server.server;
  const later = { ...world, clock: { ...world.clock, now: () => world.clock.now() + 11 * 60 * 1000 } };
  const token = new URL(made.url ?? '').pathname.split('/')[3] ?? '';
  expect(readArchiveToken(world, 'personal export', token)?.id).toBe(made.id);
  expect(readArchiveToken(later, 'personal export', token)).toBeUndefined();
  expect((await download((made.url ?? '').replace(token, token.slice(2)))).status).toBe(404);
  expect((await bob.connection.call(getPersonalExports)).exports).toEqual([]);
  expect(await readdir(spoolDirectory(server.server.world.config.files))).toEqual([]);
});

test('one export is made at a time, and three within a day', async () => {
  const { pool } = server.server.world;
  const ask = () => ada.connection.call(createPersonalExport);
  await server.server.world.write(server.realmId, async (tx) => {
    const user = { id: ada.id, realm_id: server.realmId };
    await requestExport(tx, user);
    await expect(requestExport(tx, user)).rejects.toThrow('is being made');
  });
  await pool.all(sql`update personal_export set state = 'failed', ended_at = now(),
    requested_at = requested_at - interval '23 hours'`);
  await exported();
  await exported();
  const refusal: unknown = await ask().catch((error: unknown) => error);
  expect(refusal).toMatchObject({ code: 'RATE_LIMIT_HIT' });
  await pool.all(sql`update personal_export set requested_at = requested_at - interval '1 hour'`);
  await ask();
});

test('an export fails after three attempts without the store, and leaves nothing behind', async () => {
  const { config } = server.server.world;
  const kept = keptDirectory(config.files.directory);
  await rename(kept, `${kept}-away`);
  expect(await exported()).toMatchObject({ state: 'failed', url: null, size: null });
  await rename(`${kept}-away`, kept);
  expect(await readdir(spoolDirectory(config.files))).toEqual([]);
});

test('an archive is deleted after a week, and with its user', async () => {
  const { world } = server.server;
  const first = await exported();
  const second = await exported();
  await world.pool.all(
    sql`update personal_export set ended_at = now() - interval '8 days' where id = ${first.id}`,
  );
  await expirePersonalExports(world);
  expect((await download(first.url)).status).toBe(404);
  expect((await download(second.url)).status).toBe(200);
  await deleteUser(world, { realm_id: server.realmId, id: ada.id }, { removesMessages: false });
  expect((await download(second.url)).status).toBe(404);
  const left = await readdir(path.join(keptDirectory(world.config.files.directory), 'personal'), {
    recursive: true,
    withFileTypes: true,
  });
  expect(left.filter((entry) => entry.isFile())).toEqual([]);
  expect(await world.pool.all(sql`select from personal_export`)).toEqual([]);
});
