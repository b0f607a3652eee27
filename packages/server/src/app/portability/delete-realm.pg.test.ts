import { readdir } from 'node:fs/promises';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { deactivateRealm } from '@parley/contract/endpoints/realm.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';
import { PNG } from '@parley/test-support/pictures.ts';
import { sendFiles } from '@parley/test-support/send-files.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { findRealm } from '../../engine/db/realm.ts';
import { keptDirectory } from '../../engine/files/disk-store.ts';
import { readCellMap } from '../cells/map.ts';
import { deleteDueRealms, deleteRealm, listDeletions } from './delete-realm.ts';
import { realmTables } from './realm-tables.ts';

let server: TestServer;
let owner: TestUser;
let otherId: number;

beforeEach(async () => {
  server = await startTestServer();
  owner = await server.user({ role: roles.owner });
  otherId = await server.realm('other');
  const other = await server.user({ realmId: otherId, host: 'other.parley.test' });
  await other.connection.call(registerQueue);
  const channelId = await channelOf(server, 'general', [owner, await server.user()]);
  const upload = await sendFiles(server, owner, '/user_uploads', [Buffer.from('a file')]);
  await say(owner, channelId, 'topic', `[a file](${String(upload.body['url'])})`);
  await sendFiles(server, owner, '/users/me/avatar', [PNG]);
  await sendFiles(server, owner, '/realm/emoji/wave', [PNG]);
  await owner.connection.call(registerQueue);
});
afterEach(() => server.stop());

async function tablesWithRows(realmId: number): Promise<string[]> {
  const { pool } = server.server.world;
  const counted = await Promise.all(
    (await realmTables(pool)).map(async (name) => {
      const rows = await pool.all(sql`select from ${sql.table(name)} where realm_id = ${realmId} limit 1`);
      return rows.length > 0 ? [name] : [];
    }),
  );
  return counted.flat();
}

async function storedFiles(): Promise<string[]> {
  const kept = keptDirectory(server.server.world.config.files.directory);
  const found = await readdir(kept, { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

test('a deactivated organization is deleted with everything when its date has come, not before', async () => {
  const { world } = server.server;
  const { pool } = world;
  const before = await tablesWithRows(otherId);
  await owner.connection.call(deactivateRealm, { deletion_delay_days: 14 });
  await deleteDueRealms(world);
  expect(await tablesWithRows(server.realmId)).toContain('message');
  expect(await storedFiles()).not.toEqual([]);

  await pool.all(sql`insert into server_note (name, value) values ('backup', '{}')`);
  await pool.all(sql`update realm set scheduled_deletion_at = now() where id = ${server.realmId}`);
  await deleteDueRealms(world);
  expect(await tablesWithRows(server.realmId)).toEqual([]);
  expect(await pool.all(sql`select subdomain from realm`)).toEqual([{ subdomain: 'other' }]);
  expect(await storedFiles()).toEqual([]);
  // Jobs of the server may have added rows of their own meanwhile.
  expect(await tablesWithRows(otherId)).toEqual(expect.arrayContaining(before));
  expect(await listDeletions(world)).toEqual([
    {
      id: server.realmId,
      subdomain: '',
      name: 'Root',
      rows: expect.any(Number),
      files: expect.any(Number),
      deletedAt: expect.any(String),
      lastBackupAt: expect.any(String),
    },
  ]);
});

test('an active organization is never deleted, and a deletion that was interrupted is completed and not undone', async () => {
  const { world } = server.server;
  const { pool } = world;
  await pool.all(sql`update realm set scheduled_deletion_at = now() where id = ${server.realmId}`);
  await deleteDueRealms(world);
  expect(await deleteRealm(world, server.realmId)).toBeUndefined();
  expect(await tablesWithRows(server.realmId)).toContain('realm_user');

  await owner.connection.call(deactivateRealm, { deletion_delay_days: 14 });
  const failing = { ...world, files: { ...world.files, delete: () => Promise.reject(new Error('no disk')) } };
  await expect(deleteRealm(failing, server.realmId)).rejects.toThrow('no disk');
  expect(await findRealm(pool, '')).toBeUndefined();
  expect([...(await readCellMap(world.config, () => {})).keys()]).toEqual(['other.parley.test']);
  expect(await tablesWithRows(server.realmId)).toContain('realm_user');
  await deleteDueRealms(world);
  expect(await tablesWithRows(server.realmId)).toEqual([]);
  expect(await listDeletions(world)).toMatchObject([{ subdomain: '', name: 'Root' }]);
});
