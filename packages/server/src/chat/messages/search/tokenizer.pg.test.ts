import {
  catchUp,
  differences,
  expectedIds,
  run,
  SEARCHES,
  SMALL,
  startSearchLab,
  type SearchLab,
} from '@parley/test-support/search-lab.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../engine/db/pool.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import { createWrite } from '../../../engine/db/tx.ts';
import type { World } from '../../../http/world.ts';
import { NEWEST } from '../fetch/anchor.ts';
import { planOf } from '../fetch/plan.ts';
import { prepareSearch } from '../fetch/search.ts';
import { take } from '../fetch/take.ts';
import { addBatch } from './indexing/add-batch.ts';
import { beginBuild, deleteOldBuilds } from './indexing/builds.ts';
import { followChanges } from './indexing/follow-changes.ts';
import { mergeSegments } from './indexing/merge-segments.ts';
import { runSegmentTask } from './indexing/segment-task.ts';
import { openIndex } from './open-index.ts';
import { TOKENIZERS, type Tokenizer, type Tokenizers } from './tokenizer.ts';

const [before] = TOKENIZERS;
const MARK = '~';

/** The next version: none of its lookups finds a token of the version before. */
const next: Tokenizer = {
  version: before.version + 1,
  addTokens: (text, add) => {
    before.addTokens(text, (token) => {
      add(MARK + token);
    });
  },
  lookupsOf: (units) =>
    before.lookupsOf(units).map((lookup) =>
      lookup.kind === 'token'
        ? { kind: 'token', token: MARK + lookup.token }
        : {
            kind: 'range',
            beginning: MARK + lookup.beginning,
            accepts: (token) => lookup.accepts(token.slice(MARK.length)),
          },
    ),
};
const both: Tokenizers = [next, before];

let lab: SearchLab;
let pool: Pool;
/** A node of the next release, with connections of its own. */
let upgraded: World;
beforeAll(async () => {
  lab = await startSearchLab();
  pool = createPool({ url: lab.server.databaseUrl, connections: 2 }, () => {});
  upgraded = {
    ...lab.world,
    pool,
    write: createWrite(pool, () => {}, lab.world.clock),
    tokenizers: both,
    segmentWorker: { run: async (task) => runSegmentTask(task, both), close: () => {} },
  };
});
afterAll(async () => {
  await pool.end();
  await lab.stop();
});

/** Searches whose answer on the node of the next release differs from a scan. */
async function differencesAfterUpgrade(): Promise<string[]> {
  const { realmId, ada } = lab;
  const realm = await pool.first(q.selectFrom('realm').selectAll().where('id', '=', realmId));
  const user = await pool.first(
    q.selectFrom('realm_user').selectAll().where('realm_id', '=', realmId).where('id', '=', ada.id),
  );
  if (realm === undefined || user === undefined) throw new Error('The user is missing.');
  const wrong: string[] = [];
  for (const search of SEARCHES) {
    const prepared = await prepareSearch(pool, { realm, user, world: upgraded }, { terms: [], search });
    if (prepared === undefined) throw new Error('The search is refused.');
    const ids = await take(pool, await planOf(pool, prepared), 'older', NEWEST, 1_000);
    const expected = await expectedIds(lab, search);
    const found = ids.filter((id) => expected.includes(id)).toReversed();
    if (String(found) !== String(expected))
      wrong.push(`${search}: ${String(found)}, not ${String(expected)}`);
  }
  return wrong;
}

/** The node loses its connections while it works, as if it were killed; PostgreSQL undoes the open transaction. */
async function killWhile(work: (world: World) => Promise<unknown>): Promise<void> {
  const killing: World = {
    ...upgraded,
    segmentWorker: {
      run: async (task) => {
        await lab.world.pool.all(
          sql`select pg_terminate_backend(pid) from pg_stat_activity
            where datname = current_database() and state = 'idle in transaction' and query like '%message%'`,
        );
        return runSegmentTask(task, both);
      },
      close: () => {},
    },
  };
  await expect(work(killing)).rejects.toThrow(/connection|terminat/i);
}

async function versionOf(tokenizers: Tokenizers): Promise<number | undefined> {
  const index = await openIndex(lab.world.pool, lab.realmId, tokenizers);
  return index?.tokenizer.version;
}

test('[SE26] two versions of the tokenizer serve searches side by side, while one builds and is killed', async () => {
  const { world, realmId } = lab;
  for (let n = 0; n < 25; n += 1)
    await run(lab, { kind: 'send', at: n, words: ['deploy', 'server', 'café'] });
  await catchUp(lab);
  expect(await differencesAfterUpgrade()).toEqual([]);
  await beginBuild(pool, realmId, next);
  for (let n = 0, hasMore = true; hasMore; n += 1) {
    await killWhile((killed) => addBatch(killed, realmId, SMALL));
    hasMore = await addBatch(upgraded, realmId, SMALL);
    await mergeSegments(upgraded, realmId, SMALL);
    expect(await versionOf(both)).toBe(hasMore ? before.version : next.version);
    await run(lab, { kind: 'send', at: n, words: ['наш дом', 'deploy'] });
    await run(lab, { kind: 'edit', at: n * 7, words: ['getUserName', '天気です'] });
    await run(lab, { kind: 'delete', at: n * 5 });
    if (n % 2 === 0) await addBatch(world, realmId, SMALL);
    if (n % 3 === 0) await followChanges(world, realmId, SMALL);
    if (n % 3 === 1) await followChanges(upgraded, realmId, SMALL);
    expect(await differences(lab)).toEqual([]);
    expect(await differencesAfterUpgrade()).toEqual([]);
  }
  expect(await versionOf(TOKENIZERS)).toBe(before.version);
});

test('[SE26] the old build serves nodes of the version before for a day, and is deleted then', async () => {
  const { world, realmId } = lab;
  await deleteOldBuilds(pool, realmId, next);
  expect(await versionOf(TOKENIZERS)).toBe(before.version);
  await pool.all(
    sql`update search_build set ready_at = now() - interval '25 hours' where tokenizer = ${next.version}`,
  );
  await deleteOldBuilds(world.pool, realmId, before);
  expect(await buildsOf(next.version)).toBe(1);
  await deleteOldBuilds(pool, realmId, next);
  expect(await buildsOf(before.version)).toBe(0);
  expect(await differences(lab)).toEqual([]);
  expect(await differencesAfterUpgrade()).toEqual([]);
});

async function buildsOf(tokenizer: number): Promise<number> {
  const rows = await pool.all(
    sql`select 1 from search_build where realm_id = ${lab.realmId} and tokenizer = ${tokenizer}`,
  );
  return rows.length;
}
