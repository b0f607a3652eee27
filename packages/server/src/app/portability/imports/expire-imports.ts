import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import type { ImportRow } from './rows.ts';
import { TAKES_BACK_DAYS } from './rows.ts';
import { dropArchive } from './advance-import.ts';

/** Archives that nobody starts are kept for this long. */
const KEPT_DAYS = 7;
const MAX_PER_RUN = 100;

/**
 * Job: deletes archives that nobody started, parts that a stop left, and texts and names of imports that cannot be taken back
 * any more; also samples of messages that are gone.
 */
export async function expireImports(world: World): Promise<void> {
  const abandoned = await world.pool.all(sql<ImportRow>`
    select i.* from chat_import i join realm r on r.id = i.realm_id and not r.is_copy
    where i.touched_at < now() - make_interval(days => ${KEPT_DAYS})
      and (i.state in ('receiving', 'checked') or (i.state in ('failed', 'done', 'returned') and i.parts <> '{}'))
    limit ${MAX_PER_RUN}`);
  for (const row of abandoned) {
    await dropArchive(world, row);
    if (row.state === 'receiving' || (row.state === 'checked' && row.file_name !== ''))
      await world.pool.all(sql`
        delete from chat_import where realm_id = ${row.realm_id} and id = ${row.id} and state = ${row.state}`);
  }
  await world.pool.all(sql`
    update chat_import set samples = '[]', notes = '[]'
    where finished_at < now() - make_interval(days => ${TAKES_BACK_DAYS})
      and (samples <> '[]' or notes <> '[]')`);
  await world.pool.all(sql`
    update chat_import c set samples = left_over.samples
    from (
      select i.realm_id, i.id, coalesce(jsonb_agg(s.value) filter (where m.id is not null), '[]') as samples
      from chat_import i cross join jsonb_array_elements(i.samples) as s
      left join imported o on o.realm_id = i.realm_id and o.origin = i.origin and o.kind = 'message'
        and o.source_id = s.value ->> 'key'
      left join message m on m.realm_id = o.realm_id and m.id = o.id
      group by i.realm_id, i.id
    ) as left_over
    where c.realm_id = left_over.realm_id and c.id = left_over.id and c.samples <> left_over.samples`);
}
