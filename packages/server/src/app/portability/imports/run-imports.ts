import type { RawBuilder } from 'kysely';
import { sql } from '../../../engine/db/sql.ts';
import type { World } from '../../../http/world.ts';
import { ImportRunningError, whileImporting } from '../chats/while-importing.ts';
import { advanceInThread } from './import-in-thread.ts';
import type { ImportRow } from './rows.ts';

const MAX_PER_RUN = 20;

type Waiting = Pick<ImportRow, 'realm_id' | 'id'>;

/** Whether there is an import to check, to make or to take back; see `DueJob`. */
export function isImportWaiting(): RawBuilder<boolean> {
  return sql<boolean>`exists (select from chat_import where state in ('checking', 'waiting', 'returning'))`;
}

/** Job: takes imports of owners one step further. After a stop, another run goes on where the import was. */
export async function runImports(world: World, advance = advanceInThread): Promise<void> {
  const waiting = await world.pool.all(sql<Waiting>`
    select i.realm_id, i.id from chat_import i
    join realm r on r.id = i.realm_id and r.deactivated_at is null and not r.is_copy
    where i.state in ('checking', 'waiting', 'returning') order by i.touched_at limit ${MAX_PER_RUN}`);
  for (const { realm_id, id } of waiting) {
    if (world.isDraining()) return;
    try {
      await whileImporting(world, realm_id, () => advance(world, realm_id, id));
    } catch (error) {
      if (!(error instanceof ImportRunningError))
        world.warn(
          error,
          'import from other chats',
          `import ${id} of organization ${realm_id} will be retried`,
        );
    }
  }
}
