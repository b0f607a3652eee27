import { post } from '@parley/test-support/find-messages.ts';
import type { TestUser } from '@parley/test-support/harness.ts';
import {
  afterCrash,
  catchUp,
  crashing,
  differences,
  run,
  SMALL,
  startSearchLab,
  step,
  type SearchLab,
} from '@parley/test-support/search-lab.ts';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from '../../../../engine/db/sql.ts';
import type { World } from '../../../../http/world.ts';
import { createNotedDamage } from '../damage.ts';
import { openSegment } from '../segments/page.ts';
import { addBatch } from './add-batch.ts';
import { beginBuild, deleteOldBuilds } from './builds.ts';
import { followChanges } from './follow-changes.ts';
import { mergeSegments } from './merge-segments.ts';
import { replaceNotedBuilds } from './repair.ts';

let lab: SearchLab;
let world: World;
let ada: TestUser;
beforeAll(async () => {
  lab = await startSearchLab();
  ({ world, ada } = lab);
  for (let n = 0; n < 12; n += 1) await post(ada, 'Lab', 'topic', `deploy ${n}`);
});
afterAll(() => lab.stop());

/** Ways in which a page of the index is lost; one byte remains, so that the next damage can meet the same page. */
const DAMAGES = {
  byte: (at: number) => sql`update search_page set data = set_byte(data, ${at} % length(data),
    255 - get_byte(data, ${at} % length(data)))`,
  cut: (at: number) => sql`update search_page set data = substring(data for
    greatest(1, ${at} % length(data)))`,
  row: () => sql`delete from search_page`,
  key: (at: number) =>
    sql`update search_page set first_key = ${Buffer.from([at % 250])}, number = 1000000 + number`,
};
type Damage = { readonly kind: keyof typeof DAMAGES; readonly page: number; readonly at: number };

async function damage({ kind, page, at }: Damage): Promise<void> {
  const counted = await world.pool.all(sql<{ n: number }>`select count(*)::integer as n from search_page`);
  await world.pool.all(sql`${DAMAGES[kind](at)} where ctid = (
    select ctid from search_page order by segment_id, number offset ${page % Math.max(counted[0]?.n ?? 0, 1)} limit 1)`);
}

/** Whether all pages are as a new build would write them, read by a merge or not. */
async function damagedSegments(): Promise<number> {
  const rows = await world.pool.all(
    sql<{
      segment_id: number;
      data: Buffer;
    }>`select segment_id, data from search_page order by segment_id, number`,
  );
  const segments = await world.pool.all(sql<{ id: number }>`select id from search_segment`);
  const pages = Map.groupBy(rows, ({ segment_id }) => segment_id);
  return segments.filter(({ id }) => openSegment((pages.get(id) ?? []).map(({ data }) => data)) === undefined)
    .length;
}

const damages = fc.array(
  fc.record({
    kind: fc.constantFrom(...(['byte', 'cut', 'row', 'key'] as const)),
    page: fc.nat(),
    at: fc.nat({ max: 5_000 }),
  }),
  { minLength: 1, maxLength: 4 },
);

test('[SE25] searches answer as a scan does while pages are damaged, and the index repairs itself', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { minLength: 5, maxLength: 20 }),
      damages,
      fc.constantFrom('search', 'merge', 'remove'),
      async (steps, some, finder) => {
        for (const one of steps) await run(lab, one);
        await catchUp(lab);
        for (const one of some) await damage(one);
        if (finder === 'merge') await mergeSegments(world, lab.realmId, SMALL);
        if (finder === 'remove') {
          await run(lab, { kind: 'delete', at: some[0]?.page ?? 0 });
          await followChanges(world, lab.realmId, SMALL);
        }
        expect(await differences(lab)).toEqual([]);
        await replaceNotedBuilds(world);
        expect(await differences(lab)).toEqual([]);
        await addBatch(world, lab.realmId, SMALL);
        expect(await differences(lab)).toEqual([]);
        await catchUp(lab);
        expect(await differences(lab)).toEqual([]);
      },
    ),
    { numRuns: 5, endOnFailure: true },
  );
});

/** A new build of all messages, without the ones before. */
async function buildAnew(): Promise<void> {
  await beginBuild(world.pool, lab.realmId, world.tokenizers[0]);
  await catchUp(lab);
  while (await mergeSegments(world, lab.realmId, SMALL));
  await deleteOldBuilds(world.pool, lab.realmId, world.tokenizers[0]);
}

test('[SE25] a damaged index is built again once, whichever node notices it, and serves until then', async () => {
  await buildAnew();
  // The job of the server notices damage too, so the count begins before the damage.
  const before = await damageCount();
  await world.pool.all(sql`update search_page set data = set_byte(data, 5, 255 - get_byte(data, 5))
    where realm_id = ${lab.realmId} and number % 2 = 1`);
  expect(await damagedSegments()).toBeGreaterThan(0);
  expect(await differences(lab)).toEqual([]);
  const noted = world.searchDamage.take();
  const another = { ...world, searchDamage: createNotedDamage() };
  for (const [realmId, buildId] of noted) {
    world.searchDamage.note(realmId, buildId);
    another.searchDamage.note(realmId, buildId);
  }
  await Promise.all([replaceNotedBuilds(world), replaceNotedBuilds(another)]);
  expect(await damageCount()).toBe(before + 1);
  expect(await differences(lab)).toEqual([]);
  await replaceNotedBuilds(world);
  expect(await damageCount()).toBe(before + 1);
  await afterCrash(addBatch(crashing(world), lab.realmId, SMALL));
  await catchUp(lab);
  await deleteOldBuilds(world.pool, lab.realmId, world.tokenizers[0]);
  expect(await damagedSegments()).toBe(0);
  expect(await differences(lab)).toEqual([]);
});

async function damageCount(): Promise<number> {
  return Number(/^parley_search_damaged_segments_total (\d+)/m.exec(await world.metrics.text())?.[1]);
}
