import { getMessages } from '@parley/contract/endpoints/message-search.ts';
import { found, post, term } from '@parley/test-support/find-messages.ts';
import { SMALL, startSearchLab, type SearchLab } from '@parley/test-support/search-lab.ts';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { sql } from '../../../engine/db/sql.ts';
import { addBatch } from '../search/indexing/add-batch.ts';
import { beginBuild } from '../search/indexing/builds.ts';

/** More than are read of a segment at once. */
const COUNT = 9_500;

/** Building the segment takes long on a busy machine. */
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

let lab: SearchLab;
let ids: number[];
beforeAll(async () => {
  lab = await startSearchLab();
  ids = await fillSegment();
});
afterAll(() => lab.stop());

/** Copies of one message, of which every 900th is in another topic, in one segment of the index. */
async function fillSegment(): Promise<number[]> {
  const { world, realmId, ada } = lab;
  await post(ada, 'Lab', 'flood', 'the deploy');
  const rows = await world.pool.all(
    sql<{ id: number }>`
      with base as (
        update realm_head set head = head + ${COUNT} where realm_id = ${realmId} returning head - ${COUNT} as id
      )
      insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags, sent_at,
        client, topic, topic_key, content, rendered)
      select m.realm_id, base.id + n, m.sender_id, m.home_id, m.ordinal + n, m.conversation_id, m.channel_id, 0,
        m.sent_at, m.client, t.topic, t.topic, m.content, m.rendered
      from message m cross join base cross join generate_series(1, ${COUNT}) as n
      cross join lateral (select case when n % 900 = 0 then 'rare' else 'flood' end as topic) as t
      where m.realm_id = ${realmId} and m.topic = 'flood' returning id`,
  );
  await beginBuild(world.pool, realmId, world.tokenizers[0]);
  while (await addBatch(world, realmId, { ...SMALL, maxMessagesPerBatch: 2 * COUNT }));
  return rows.map(({ id }) => id).toSorted((a, b) => a - b);
}

test('[SE21] a word of many messages is found in all of them, page by page, from either end', async () => {
  const { ada } = lab;
  const narrow = [term('search', 'deploy')];
  const older: number[] = [];
  for (let anchor: number | undefined = (ids.at(-1) ?? 0) + 1; anchor !== undefined; anchor = older.at(-1)) {
    const page = await ada.connection.call(getMessages, {
      narrow,
      anchor: String(anchor),
      include_anchor: false,
      num_before: 1_900,
      num_after: 0,
    });
    older.push(...page.messages.map(({ id }) => id).toReversed());
    if (page.found_oldest) break;
  }
  expect(older.slice(0, COUNT)).toEqual(ids.toReversed());
  const first = await ada.connection.call(getMessages, { narrow, anchor: 'oldest', num_after: 2_000 });
  expect(first.messages.slice(1).map(({ id }) => id)).toEqual(ids.slice(0, 1_999));
});

test('[SE21] few of many messages that contain a word are found, however far they are apart', async () => {
  const { ada } = lab;
  const narrow = [term('search', 'deploy'), term('topic', 'rare')];
  const rare = ids.filter((_, n) => (n + 1) % 900 === 0);
  expect(await found(ada, ...narrow)).toEqual(rare);
  const first = await ada.connection.call(getMessages, { narrow, anchor: 'oldest', num_after: 5 });
  expect(first.messages.map(({ id }) => id)).toEqual(rare.slice(0, 5));
});
