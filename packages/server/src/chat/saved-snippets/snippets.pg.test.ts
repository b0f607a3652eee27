import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { limits } from '@parley/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

async function create({ connection }: TestUser, title: string, content: string) {
  return (await connection.call(createSavedSnippet, { title, content })).saved_snippet_id;
}

const refused = { status: 400, code: 'BAD_REQUEST' };

test('the number of snippets per user is limited', async () => {
  const ada = await server.user();
  const row = { realm_id: ada.realmId, user_id: ada.id, title: 't', content: 'c', created_at: new Date(0) };
  await server.server.world.write(ada.realmId, (tx) =>
    tx.all(q.insertInto('saved_snippet').values(Array.from({ length: limits.savedSnippets }, () => row))),
  );
  await expect(create(ada, 'one', 'more')).rejects.toMatchObject(refused);
});
