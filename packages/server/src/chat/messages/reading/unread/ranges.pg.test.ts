import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';
import { seeded } from '@parley/test-support/seeded.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../../engine/db/pool.ts';
import { sql } from '../../../../engine/db/sql.ts';
import { unreadHomes } from './homes.ts';
import { readRanges, splitByCandidates } from './ranges.ts';

/** One block and a part of the next. */
const LAST = 4096 + 400;
const HOMES = [1, 2, 3];
const OWNER = { realmId: 1, userId: 1, seesArchived: false };

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 2 }, () => {});
  await pool.all(sql`insert into realm (id, subdomain, name, settings, user_defaults, permissions)
    values (1, 'one', 'One', '{}', '{}', '{}')`);
  await pool.all(sql`insert into realm_user
    (realm_id, id, delivery_email, full_name, role, settings, key_hash, key_sealed)
    values (1, 1, 'ada@example.com', 'Ada', 400, '{}', '', '')`);
  await pool.all(sql`insert into conversation (realm_id, id, last_ordinal)
    select 1, h, ${LAST} from unnest(${HOMES}::bigint[]) as h`);
  await pool.all(sql`insert into channel (realm_id, id, conversation_id, name)
    select 1, h, h, 'channel ' || h from unnest(${HOMES}::bigint[]) as h`);
  await pool.all(sql`insert into subscription (realm_id, user_id, channel_id, color)
    select 1, 1, h, '' from unnest(${HOMES}::bigint[]) as h`);
  // Every seventh message was deleted.
  await pool.all(sql`insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id,
      message_flags, sent_at, client, topic, topic_key, content, rendered)
    select 1, 10 * o + h, 1, h, o, h, h, 0, now(), '', '', '', '', ''
    from unnest(${HOMES}::bigint[]) as h cross join generate_series(1, ${LAST}::bigint) as o where o % 7 > 0`);
  await pool.all(sql`insert into gone_block
    select 1, h, o / 4096, bit_or(set_bit(0::bit(4096), (o % 4096)::integer, 1))
    from unnest(${HOMES}::bigint[]) as h cross join generate_series(1, ${LAST}::bigint) as o where o % 7 = 0
    group by h, o / 4096`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

test.each([1, 2, 3, 4, 5])('ranges contain the messages that unread_in finds (seed %d)', async (seed) => {
  const random = seeded(seed);
  const ordinal = () => 1 + Math.floor(random.next() * LAST);
  await pool.all(sql`delete from read_block`);
  await pool.all(sql`delete from read_state`);
  for (const home of HOMES) {
    const [from, to] = [ordinal(), ordinal()].toSorted((a, b) => a - b);
    await pool.all(sql`update subscription
      set ordinals = int8multirange(int8range(1, ${from}::bigint), int8range(${to}::bigint, null))
      where channel_id = ${home}`);
    // Most are read, so that the prefix moves; some after it are read, and some before it unread.
    await mark(home, numbers(1, ordinal()), true);
    await mark(home, Array.from({ length: 40 }, ordinal), true);
    await mark(home, Array.from({ length: 40 }, ordinal), false);
  }
  const homes = await unreadHomes(pool, OWNER);
  const rows = await readRanges(pool, OWNER, homes);
  const expected = await pool.all(
    sql<{ id: number }>`select u.id from unnest(${HOMES}::bigint[]) as h
      cross join lateral unread_in(1, 1, h, 0, ${10 ** 16}::bigint, true, 100000) as u order by u.id`,
  );
  expect(expected.length).toBeGreaterThan(0);
  expect(rows.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(expected.map(({ id }) => id));
});

test('conversations with many candidates are not read by ranges', () => {
  const home = { channel_id: null, users: [1], is_muted: false, received: '{[1,)}', prefix: 0 };
  const homes = [4000, 10, 900, 200].map((candidates, index) => ({ ...home, home_id: index, candidates }));
  const { few, many } = splitByCandidates(homes);
  expect(few.map(({ candidates }) => candidates)).toEqual([10, 200, 900]);
  expect(many.map(({ candidates }) => candidates)).toEqual([4000]);
});

function numbers(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, n) => from + n);
}

async function mark(home: number, ordinals: readonly number[], asRead: boolean): Promise<void> {
  await pool.all(sql`select mark_ordinals(1, 1, ${home}, ${[...ordinals]}::bigint[], ${asRead})`);
}
