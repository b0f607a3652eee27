import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDrafts } from '@parley/contract/endpoints/drafts.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startTestServer, type TestPerson, type TestServer } from '../testing/harness.ts';

const CLIENT = join(import.meta.dirname, '../../../client');

let server: TestServer;
let ada: TestPerson;
let folder: string;

beforeAll(async () => {
  server = await startTestServer();
  ada = await server.person({ fullName: 'Ada' });
  folder = await mkdtemp(join(CLIENT, 'example-'));
});
afterAll(async () => {
  await rm(folder, { recursive: true });
  await server.stop();
});

/** Runs an example of the client's README against the test server; answers with what it printed so far. */
const start = async (name: string): Promise<{ printed: () => unknown[]; end: Promise<unknown> }> => {
  const code = await readFile(join(CLIENT, 'src/examples', name), 'utf8');
  expect(await readFile(join(CLIENT, 'README.md'), 'utf8')).toContain(`\`\`\`ts\n${code}\`\`\``);
  const file = join(folder, name);
  const real = code
    .replace('https://chat.example.org', server.url)
    .replace('ada@example.org', ada.email)
    .replace('her key', ada.apiKey);
  await writeFile(file, real);
  const print = vi.spyOn(console, 'log').mockImplementation(() => {});
  const end = import(file).finally(() => {
    print.mockRestore();
  });
  const lines: unknown[] = [];
  print.mockImplementation((line: unknown) => {
    lines.push(line);
  });
  return { printed: () => lines, end };
};

test("the client's README: a call answers, or throws what the server said", async () => {
  const { printed, end } = await start('call.ts');
  await end;
  expect(printed()).toEqual(['deleted', '404 BAD_REQUEST']);
});

test("the client's README: a loop tells the snapshot, then the events, until its signal ends it", async () => {
  const { printed, end } = await start('follow.ts');
  await vi.waitFor(() => {
    expect(printed()).toEqual(['0 drafts']);
  });
  for (const content of ['one', 'enough'])
    await ada.connection.call(createDrafts, { drafts: [{ type: '', to: [], topic: '', content }] });
  await end;
  expect(printed()).toEqual(['0 drafts', '1 drafts', '2 drafts']);
  expect(server.server.world.hub.size.queues).toBe(0);
});
