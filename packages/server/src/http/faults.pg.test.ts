import { runOnServer } from '@parley/test-support/database.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

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

test('a write to a read-only database is a fault, which log and metrics name', async () => {
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
  await setReadOnly('off');
  await eventually(async () => expect((await send()).status).toBe(200));
});
