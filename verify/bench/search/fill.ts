import type { Client } from 'pg';
import type { Organization } from '../support/organization.ts';
import { sum, type Used } from './meter.ts';
import { messageAt } from './texts.ts';

/** Messages of a full batch of sends. */
const BATCH = 40;

/** The messages once more, with the full-text search of PostgreSQL. */
export const VECTOR_TABLE = `
  create table vector_message (like message including defaults including indexes);
  alter table vector_message add column if not exists search tsvector;
  create index vector_message_search on vector_message using gin (search);`;

/** Inserts each batch into both tables in turns. Returns the cost of all rows with the vector and without. */
export async function fillBoth(
  client: Client,
  measure: (work: () => Promise<unknown>) => Promise<Used>,
  { realmId, members, channels }: Organization,
  count: number,
): Promise<{ readonly vectors: Used; readonly plain: Used }> {
  const { rows } = await client.query<{ head: string }>('select head from realm_head where realm_id = $1', [
    realmId,
  ]);
  const base = Number(rows[0]?.head ?? 0);
  const used = { vectors: [] as Used[], plain: [] as Used[] };
  for (let start = 0; start < count; start += BATCH) {
    const ids = Array.from({ length: Math.min(BATCH, count - start) }, (_, n) => base + start + n + 1);
    const texts = ids.map(messageAt);
    const places = ids.map((id) => channels[Math.floor((((id * 7919) % 1009) / 1009) * channels.length)]);
    const values = [
      realmId,
      ids,
      members[0]?.id,
      places.map((place) => place?.conversationId),
      places.map((place) => place?.id),
      texts,
      ids.map((id) => `topic ${id % 20}`),
    ];
    const insert = (table: string, hasVector: boolean) => () =>
      client.query({ name: `fill-${table}`, text: insertInto(table, hasVector), values });
    const both = [
      async () => used.vectors.push(await measure(insert('vector_message', true))),
      async () => used.plain.push(await measure(insert('message', false))),
    ];
    for (const one of (start / BATCH) % 2 === 0 ? both : both.toReversed()) await one();
  }
  await client.query('update realm_head set head = $2 where realm_id = $1', [realmId, base + count]);
  return { vectors: sum(used.vectors), plain: sum(used.plain) };
}

function insertInto(table: string, hasVector: boolean): string {
  const vector = `, to_tsvector('pg_catalog.english', topic || ' ' || words)`;
  return `insert into ${table} (realm_id, id, sender_id, home_id, ordinal, conversation_id, channel_id, message_flags,
      sent_at, client, topic, topic_key, content, rendered${hasVector ? ', search' : ''})
    select $1::bigint, id, $3::bigint, home, id, home, channel, 0, now(), 'bench', topic, topic, words,
      '<p>' || words || '</p>'${hasVector ? vector : ''}
    from unnest($2::bigint[], $4::bigint[], $5::bigint[], $6::text[], $7::text[]) as m (id, home, channel, words, topic)`;
}
