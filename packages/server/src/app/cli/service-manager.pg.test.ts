import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { startCommand, type Running } from '@parley/test-support/command.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { listenAsSystemd, type NotifySocket } from '@parley/test-support/notify-socket.ts';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';

vi.setConfig({ testTimeout: 120_000 });

let database: TestDatabase;
let systemd: NotifySocket;
let running: Running;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  systemd = await listenAsSystemd();
});
afterEach(async () => {
  running.child.kill('SIGKILL');
  await systemd.close();
});

function serve(databaseUrl: string): void {
  running = startCommand(['serve'], {
    PARLEY_DATABASE_URL: databaseUrl,
    PARLEY_SECRET: '0123456789abcdefghijklmnopqrstuvwxyz',
    PARLEY_PORT: '0',
    NOTIFY_SOCKET: systemd.path,
  });
}

test('systemd is told when the server serves and when it stops', async () => {
  serve(database.url);
  await running.line(/listening on/);
  await eventually(() => expect(systemd.lines()).toContain('READY=1'));
  running.child.kill('SIGTERM');
  expect(await running.ended).toMatchObject({ code: 0 });
  await eventually(() => expect(systemd.lines()).toContain('STOPPING=1'));
});

test('a server without PostgreSQL is not ready, and says what it waits for', async () => {
  serve('postgres://postgres@127.0.0.1:1/parley');
  await eventually(() => expect(systemd.lines()).toContain('STATUS=Waiting for PostgreSQL'));
  expect(systemd.lines()).not.toContain('READY=1');
});
