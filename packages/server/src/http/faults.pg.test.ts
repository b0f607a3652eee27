import { runOnServer } from '@parley/test-support/database.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { StoreUnavailableError } from '../engine/files/errors.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer((config) => ({ ...config, logLevel: 'silent' }));
});
afterAll(() => server.stop());

const nameOf = ({ databaseUrl }: TestServer): string => new URL(databaseUrl).pathname.slice(1);

/** Connections that are open keep their settings. */
async function setReadOnly(value: 'on' | 'off'): Promise<void> {
  await runOnServer(`alter database ${nameOf(server)} set default_transaction_read_only = ${value}`);
  await runOnServer(
    `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${nameOf(server)}'`,
  );
}

const kinds = (): string[] => server.server.world.faults.recent().map(({ kind }) => kind);

test('a read-only database is a fault, and the node is alive but not ready', async () => {
  const ada = await server.user();
  const send = () =>
    fetch(`${server.url}/api/v1/messages`, {
      method: 'POST',
      headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
      body: new URLSearchParams({ type: 'direct', to: `[${ada.id}]`, content: 'hello' }),
    });
  await setReadOnly('on');
  await eventually(async () => expect((await send()).status).toBe(503));
  await eventually(() => expect(kinds()).toContain('read_only'));
  expect(await server.server.world.metrics.text()).toMatch(
    /^parley_faults_total\{source="database",kind="read_only"\} [1-9]/m,
  );
  const answers = async () => {
    const [health, live] = await Promise.all([fetch(`${server.url}/health`), fetch(`${server.url}/live`)]);
    return [health.status, live.status, (await health.json()) as { msg: string }];
  };
  await eventually(async () =>
    expect(await answers()).toEqual([
      503,
      200,
      expect.objectContaining({ msg: 'Nothing can be written: PostgreSQL is read-only.' }),
    ]),
  );
  expect(await server.server.world.metrics.text()).toMatch(/^parley_database_writable 0$/m);
  await setReadOnly('off');
  await eventually(async () => expect((await send()).status).toBe(200));
  await eventually(async () => expect((await answers()).slice(0, 2)).toEqual([200, 200]));
});

test('a file store that fails while an operation uses it is a fault', async () => {
  const ada = await server.user();
  const gone = new StoreUnavailableError(Object.assign(new Error('gone'), { name: 'NoSuchBucket' }));
  vi.spyOn(server.server.world.files, 'put').mockRejectedValueOnce(gone);
  const body = new FormData();
  body.set('file', new Blob(['text']), 'notes.txt');
  const answer = await fetch(`${server.url}/api/v1/user_uploads`, {
    method: 'POST',
    headers: { authorization: `Basic ${btoa(`${ada.email}:${ada.apiKey}`)}` },
    body,
  });
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10']);
  expect(kinds()).toContain('missing');
});
