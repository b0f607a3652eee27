import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createPool, type Pool } from '../../../engine/db/pool.ts';
import { sql } from '../../../engine/db/sql.ts';
import { createTestDatabase, type TestDatabase } from '@parley/test-support/database.ts';

const BLOCK = 4096;
/** Three blocks and a bit of the fourth. */
const LAST = 3 * BLOCK + 500;
const REALM = 1;
const USER = 1;
const HOME = 1;

function idOf(ordinal: number): number {
  return 1000 + 3 * ordinal;
}

/** Messages that are not there at all, so that neighbours must be looked for. */
function isLost(ordinal: number): boolean {
  return ordinal % 700 < 9 || ordinal > LAST - 3;
}

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = createPool({ url: database.url, connections: 2 }, () => {});
  await pool.all(sql`insert into realm (id, subdomain, name, settings, user_defaults, permissions)
    values (${REALM}, 'one', 'One', '{}', '{}', '{}')`);
  await pool.all(sql`insert into realm_user
    (realm_id, id, delivery_email, full_name, role, settings, key_hash, key_sealed)
    values (${REALM}, ${USER}, 'ada@example.com', 'Ada', 400, '{}', '', '')`);
  await pool.all(
    sql`insert into conversation (realm_id, id, last_ordinal) values (${REALM}, ${HOME}, ${LAST})`,
  );
  await pool.all(
    sql`insert into channel (realm_id, id, conversation_id, name) values (${REALM}, 1, ${HOME}, 'general')`,
  );
  await pool.all(sql`insert into subscription (realm_id, user_id, channel_id, color)
    values (${REALM}, ${USER}, 1, '')`);
  const there = numbers(1, LAST).filter((ordinal) => !isLost(ordinal));
  await pool.all(sql`insert into message (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id,
      message_flags, sent_at, client, topic, topic_key, content, rendered)
    select ${REALM}, ${1000}::bigint + 3 * o, ${USER}, ${HOME}, o, ${HOME}, 1, 0, now(), '', '', '', '', ''
    from unnest(${there}::bigint[]) as o`);
});
afterAll(async () => {
  await pool.end();
  await database.drop();
});

function numbers(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, n) => from + n);
}

type Span = readonly [number, number];
type Marking = { readonly ordinals: readonly number[]; readonly asRead: boolean };
type Look = {
  readonly above: number;
  readonly below: number;
  readonly newest: boolean;
  readonly most: number;
};

const place = fc.oneof(
  fc.integer({ min: 1, max: LAST }),
  fc.constantFrom(1, BLOCK - 1, BLOCK, BLOCK + 1, 2 * BLOCK - 1, 2 * BLOCK, LAST - 1, LAST),
);
const span = fc.tuple(place, place).map(([a, b]): Span => (a < b ? [a, b] : [b, a]));
const some = fc.oneof(
  fc.uniqueArray(place, { minLength: 1, maxLength: 20 }),
  span.map(([from, to]) => numbers(from, to)),
  // Everything but a few, and every second.
  fc
    .tuple(span, fc.integer({ min: 2, max: 5 }))
    .map(([[from, to], n]) => numbers(from, to).filter((o) => o % n > 0)),
);
const marking = fc.record({ ordinals: some, asRead: fc.boolean() });
const idBound = fc.oneof(
  fc.constantFrom(0, 10 ** 16),
  place.map(idOf),
  place.map((o) => idOf(o) + 1),
);
const look = fc.record({
  above: idBound,
  below: idBound,
  newest: fc.boolean(),
  most: fc.constantFrom(1, 3, 100, 5000, 50_000),
});
const periods = fc.oneof(fc.constant([[1, LAST] as Span]), fc.array(span, { maxLength: 4 }));

function literal(spans: readonly Span[]): string {
  return `{${spans.map(([a, b]) => `[${a},${b}]`).join(',')}}`;
}

function held(spans: readonly Span[]): Set<number> {
  return new Set(spans.flatMap(([a, b]) => numbers(a, b)));
}

async function begin(spans: readonly Span[], gone: ReadonlySet<number>): Promise<void> {
  await pool.all(sql`delete from read_block`);
  await pool.all(sql`delete from read_state`);
  await pool.all(sql`delete from gone_block`);
  await pool.all(sql`update subscription set ordinals = ${literal(spans)}::int8multirange`);
  await pool.all(
    sql`insert into gone_block select ${REALM}, ${HOME}, o / 4096, bit_or(set_bit(0::bit(4096), (o % 4096)::integer, 1))
      from unnest(${[...gone]}::bigint[]) as o group by o / 4096`,
  );
}

async function mark({ ordinals, asRead }: Marking): Promise<number[]> {
  const row = await pool.first(
    sql<{ changed: number[] }>`
      select mark_ordinals(${REALM}, ${USER}, ${HOME}, ${[...ordinals]}::bigint[], ${asRead}) as changed`,
  );
  return row?.changed ?? [];
}

function unreadIn({ above, below, newest, most }: Look): Promise<{ id: number; ordinal: number }[]> {
  return pool.all(
    sql<{ id: number; ordinal: number }>`
      select id, ordinal from unread_in(${REALM}, ${USER}, ${HOME}, ${above}, ${below}, ${newest}, ${most})`,
  );
}

async function unreadCount(): Promise<number | undefined> {
  return (await pool.first(sql<{ n: number }>`select unread_count(${REALM}, ${USER}, ${HOME}) as n`))?.n;
}

/** A property: what the functions of the database say of a read set is what a plain set says. */
test('random changes leave the same read state as a set of ordinals', async () => {
  await fc.assert(
    fc.asyncProperty(
      periods,
      fc.array(span, { maxLength: 2 }),
      fc.array(marking, { minLength: 1, maxLength: 8 }),
      fc.array(look, { minLength: 2, maxLength: 4 }),
      async (spans, goneSpans, markings, looks) => {
        const gone = new Set([...held(goneSpans), ...numbers(1, LAST).filter(isLost)]);
        const received = held(spans);
        const read = new Set<number>();
        await begin(spans, gone);
        for (const { ordinals, asRead } of markings) {
          const fresh = ordinals.filter((o) => received.has(o) && !gone.has(o) && read.has(o) !== asRead);
          expect(await mark({ ordinals, asRead })).toEqual(fresh.toSorted((a, b) => a - b));
          for (const o of fresh)
            if (asRead) read.add(o);
            else read.delete(o);
          expect(await unreadCount()).toBe([...received].filter((o) => !read.has(o) && !gone.has(o)).length);
        }
        for (const { above, below, newest, most } of looks) {
          const expected = [...received]
            .filter((o) => !read.has(o) && !gone.has(o) && idOf(o) > above && idOf(o) < below)
            .toSorted((a, b) => (newest ? b - a : a - b))
            .slice(0, most);
          const rows = await unreadIn({ above, below, newest, most });
          expect(rows.map(({ ordinal }) => ordinal)).toEqual(expected);
          expect(rows.map(({ id }) => id)).toEqual(expected.map(idOf));
        }
        const asked = [...received].filter((o) => o % 97 === 0 && !gone.has(o));
        const rows = await pool.all(
          sql<{ o: number; is_read: boolean }>`
            select o, is_read(${REALM}, ${USER}, ${HOME}, o) from unnest(${asked}::bigint[]) as o`,
        );
        expect(rows.filter((row) => row.is_read).map(({ o }) => o)).toEqual(asked.filter((o) => read.has(o)));
      },
    ),
    { numRuns: 25, endOnFailure: true },
  );
});
