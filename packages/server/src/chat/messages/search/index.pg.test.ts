import { deleteMessage } from '@parley/contract/endpoints/messages.ts';
import { post } from '@parley/test-support/find-messages.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import {
  catchUp,
  differences,
  run,
  SMALL,
  startSearchLab,
  step,
  type SearchLab,
} from '@parley/test-support/search-lab.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { beginBuild, deleteOldBuilds } from './indexing/builds.ts';
import { followChanges } from './indexing/follow-changes.ts';
import { indexRealm } from './indexing/run-index.ts';

let lab: SearchLab;
let world: World;
let ada: TestUser;
beforeAll(async () => {
  lab = await startSearchLab();
  ({ world, ada } = lab);
});
afterAll(() => lab.stop());

test('[SE20] [SE22] [SE23] searches answer as a scan does, whatever was sent, changed and indexed before', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 40 }), async (steps) => {
      await indexRealm(world, lab.realmId, SMALL);
      for (const one of steps) await run(lab, one);
      expect(await differences(lab)).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});

test('[SE26] searches answer as a scan does while the index is built', async () => {
  const indexing = (async () => {
    for (let n = 0; n < 6; n += 1) {
      await beginBuild(world.pool, lab.realmId, world.tokenizers[0]);
      await indexRealm(world, lab.realmId, SMALL);
      await followChanges(world, lab.realmId, SMALL);
      await deleteOldBuilds(world.pool, lab.realmId, world.tokenizers[0]);
    }
  })();
  for (let n = 0; n < 12; n += 1) {
    await run(lab, { kind: 'send', at: n, words: ['server', 'deploy'] });
    await run(lab, { kind: 'edit', at: n * 7, words: ['café', 'server'] });
    await run(lab, { kind: 'delete', at: n * 3 });
  }
  expect(await differences(lab)).toEqual([]);
  await indexing;
  expect(await differences(lab)).toEqual([]);
});

test('[SE24] the words of a deleted message leave the pages', async () => {
  const id = await post(ada, 'Lab', 'topic', 'quetzalcoatl');
  const pagesWithWord = async (): Promise<number> => {
    const rows = await world.pool.all(
      sql`select 1 from search_page where realm_id = ${lab.realmId} and position('quetzal'::bytea in data) > 0`,
    );
    return rows.length;
  };
  await catchUp(lab);
  expect(await pagesWithWord()).toBeGreaterThan(0);
  await ada.connection.call(deleteMessage, { message_id: id });
  await catchUp(lab);
  expect(await pagesWithWord()).toBe(0);
});
