import { deleteExpired } from '@parley/server/chat/messages/editing/retention.ts';
import { sql } from '@parley/server/engine/db/sql.ts';
import type { Plant } from './check.ts';
import type { Stage } from './world.ts';

/** Mistakes made on purpose: a comparison that cannot find them proves nothing. */
export const planted: Readonly<Record<string, Plant>> = {
  'retention passes over no hold': async (stage, jobs) => {
    const { pool, ...rest } = stage.server.server.world;
    await pool.all(sql`create schema if not exists planted`);
    await pool.all(sql`create table planted.held as select * from hold`);
    await pool.all(sql`delete from hold`);
    await deleteExpired({ ...rest, pool });
    await pool.all(sql`insert into hold select * from planted.held`);
    await pool.all(sql`drop table planted.held`);
    await jobs();
  },
  'retention forgets a message': async (stage, jobs) => {
    const { pool } = stage.server.server.world;
    await pool.all(sql`create schema if not exists planted`);
    await pool.all(sql`create table planted.young as select id, sent_at from message where id % 3 = 0`);
    await pool.all(sql`update message set sent_at = now() + interval '1 day' where id % 3 = 0`);
    await jobs();
    await pool.all(sql`update message m set sent_at = y.sent_at from planted.young y where y.id = m.id`);
    await pool.all(sql`drop table planted.young`);
  },
  'retention leaves the text in the log': keepRows('log_entry', 'position'),
  'a deleted user keeps a draft': keepRows('draft', 'id'),
  'files outlive their users': async (stage, jobs) => {
    await jobs();
    const { files } = stage.server.server.world;
    for (const word of stage.goneNames) await files.put(`uploads/1/left/${word}`, Buffer.from(word));
  },
};

/** Writes rows again that were there before the first comparison and are gone or changed. */
function keepRows(table: string, key: string): Plant {
  const kept = sql`planted.${sql.table(table)}`;
  const rows = sql.table(table);
  return async (stage: Stage, jobs) => {
    const { pool } = stage.server.server.world;
    await jobs();
    await pool.all(sql`create schema if not exists planted`);
    const known = await pool.first(sql`
      select from pg_tables where schemaname = 'planted' and tablename = ${table}`);
    if (known === undefined) return void (await pool.all(sql`create table ${kept} as select * from ${rows}`));
    await pool.all(sql`
      delete from ${rows} t using ${kept} k where t.realm_id = k.realm_id and t.${sql.ref(key)} = k.${sql.ref(key)}`);
    await pool.all(sql`insert into ${rows} select * from ${kept} k where exists (
      select from realm r where r.id = k.realm_id)`);
  };
}
