import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { exportRealm } from '@parley/server/app/portability/export-realm.ts';
import { importRealm } from '@parley/server/app/portability/import-realm.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { portableState } from '@parley/test-support/portable-state.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillOrganization } from '../tools/demo/organization.ts';

/** The original, and a server with another secret and with organizations of its own. */
let [here, there]: TestServer[] = [];
let directory: string;

beforeAll(async () => {
  [here, there] = await Promise.all([
    startTestServer(),
    startTestServer((config) => ({ ...config, secret: 'another secret that is long enough, too' })),
  ]);
  directory = await mkdtemp(path.join(tmpdir(), 'parley-portability-'));
  await fillOrganization(here.server, {
    now: Date.parse('2026-03-17T08:42:00Z'),
    password: 'a password for everyone',
    realmId: here.realmId,
  });
});
afterAll(async () => {
  await Promise.all([here?.stop(), there?.stop()]);
  await rm(directory, { recursive: true, force: true });
});

test('the sample organization is the same on another server, for each of its people', async () => {
  if (here === undefined || there === undefined) throw new Error('The servers did not start.');
  const people = await here.server.world.pool.all(sql<{ id: number; email: string }>`
    select id, delivery_email as email from realm_user
    where realm_id = ${here.realmId} and is_active and bot_type is null order by id`);
  expect(people.length).toBeGreaterThan(10);
  const first = path.join(directory, 'first');
  const manifest = await exportRealm(here.server.world, here.realmId, first, () => {});
  expect(manifest.tables['message']?.rows).toBeGreaterThan(1_000);
  expect(manifest.missing).toEqual([]);
  const { realmId } = await importRealm(there.server.world, first, 'sample', () => {});
  const original = { server: here, realmId: here.realmId, host: 'parley.test' };
  const copy = { server: there, realmId, host: 'sample.parley.test' };
  for (const person of people)
    expect(await portableState(copy, person)).toEqual(await portableState(original, person));

  const second = path.join(directory, 'second');
  await exportRealm(there.server.world, realmId, second, () => {});
  for (const name of await readdir(path.join(first, 'rows'))) {
    // The log-ins of this test go on with the audit trail.
    if (name.startsWith('audit_')) continue;
    expect([name, await rowsOf(second, name, realmId)]).toEqual([name, await rowsOf(first, name, realmId)]);
  }
  const trail = await rowsOf(first, 'audit_entry.jsonl', realmId);
  expect(trail.length).toBeGreaterThan(0);
  expect((await rowsOf(second, 'audit_entry.jsonl', realmId)).startsWith(trail)).toBe(true);
  expect(await readFile(path.join(second, 'files.jsonl'), 'utf8')).toBe(
    await readFile(path.join(first, 'files.jsonl'), 'utf8'),
  );
});

async function rowsOf(archive: string, name: string, realmId: number): Promise<string> {
  const text = await readFile(path.join(archive, 'rows', name), 'utf8');
  return text.replaceAll(`/user_avatars/${realmId}/`, '/user_avatars/1/');
}
