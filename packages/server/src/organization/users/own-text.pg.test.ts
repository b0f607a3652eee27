import { createDrafts, deleteDraft, editDraft } from '@parley/contract/endpoints/drafts.ts';
import { createSavedSnippet } from '@parley/contract/endpoints/saved-snippets.ts';
import { createScheduledMessage } from '@parley/contract/endpoints/scheduled-messages.ts';
import type { DraftInput } from '@parley/contract/objects/draft.ts';
import { limits } from '@parley/contract/limits.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { q } from '../../engine/db/sql.ts';
import { startTestServer, type TestServer, type TestUser } from '@parley/test-support/harness.ts';

let server: TestServer;
let ada: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  ada = await server.user();
});
afterAll(() => server.stop());

const LONG = 'x'.repeat(10_000);
/** Texts of this length that fit, and those of one request. */
const FITTING = Math.floor(limits.ownTextBytes / LONG.length);
const PORTION = 60;

function drafts(count: number, content = LONG): DraftInput[] {
  return Array.from({ length: count }, () => ({ type: 'private', to: [], topic: '', content }));
}

function refusalOf(things: string) {
  return {
    code: 'BAD_REQUEST',
    message: `Your ${things} can have at most 2 MiB of text together. Delete some first.`,
  };
}

test('drafts have a bound for their texts together, for new and for longer ones', async () => {
  const add = async (added: DraftInput[]) => (await ada.connection.call(createDrafts, { drafts: added })).ids;
  let first = 0;
  for (let left = FITTING; left > 0; left -= PORTION)
    [first = 0] = await add(drafts(Math.min(left, PORTION)));
  await expect(add(drafts(1))).rejects.toMatchObject(refusalOf('drafts'));
  const [small = 0] = await add(drafts(1, 'x'));
  const edit = () =>
    ada.connection.call(editDraft, {
      draft_id: small,
      draft: { type: 'private', to: [], topic: '', content: LONG },
    });
  await expect(edit()).rejects.toMatchObject(refusalOf('drafts'));
  await ada.connection.call(deleteDraft, { draft_id: first });
  await edit();
});

test('snippets have a bound of their own', async () => {
  const row = { realm_id: ada.realmId, user_id: ada.id, title: 't', content: LONG, created_at: new Date(0) };
  await server.server.world.write(ada.realmId, (tx) =>
    tx.all(q.insertInto('saved_snippet').values(Array.from({ length: FITTING - 1 }, () => row))),
  );
  const snippet = () => ada.connection.call(createSavedSnippet, { title: 'a', content: LONG });
  await snippet();
  await expect(snippet()).rejects.toMatchObject(refusalOf('snippets'));
});

test('the HTML of scheduled messages counts too', async () => {
  const later = Math.floor(server.server.world.clock.now() / 1000) + 86_400;
  const schedule = () =>
    ada.connection.call(createScheduledMessage, {
      type: 'direct',
      to: [ada.id],
      content: ':smile:'.repeat(1_400),
      scheduled_delivery_timestamp: later,
    });
  let taken = 0;
  const scheduleAll = async (): Promise<void> => {
    for (; taken < FITTING; taken += 1) await schedule();
  };
  await expect(scheduleAll()).rejects.toMatchObject(refusalOf('scheduled messages'));
  expect(taken).toBeLessThan(FITTING / 5);
});
