import { sql } from '../../../../engine/db/sql.ts';
import type { Page } from '../../../../http/page.ts';
import { archivePage } from '../../send-archive.ts';

/** Serves the archive of an organization; the audit trail tells of it. */
export const exportPage: Page = archivePage(
  '/user_uploads/exports',
  'export',
  async ({ pool, write }, { realmId, id, subdomain }) => {
    const archive = await pool.first(sql<{ key: string; size: number }>`
      select e.key, e.size from realm_export e
      join realm r on r.id = e.realm_id and r.deactivated_at is null and r.subdomain = ${subdomain}
      where e.realm_id = ${realmId} and e.id = ${id} and e.state = 'complete' and e.key is not null`);
    if (archive !== undefined)
      await write(realmId, async (tx) => {
        tx.record({ action: 'export.read', object: { type: 'export', id } });
      });
    return archive;
  },
);
