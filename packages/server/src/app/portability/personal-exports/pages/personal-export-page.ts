import { sql } from '../../../../engine/db/sql.ts';
import type { Page } from '../../../../http/page.ts';
import { archivePage } from '../../send-archive.ts';

/** Serves the archive of a user. */
export const personalExportPage: Page = archivePage(
  '/user_uploads/personal',
  'personal export',
  ({ pool }, { realmId, id, subdomain }) =>
    pool.first(sql<{ key: string; size: number }>`
      select e.key, e.size from personal_export e
      join realm r on r.id = e.realm_id and r.deactivated_at is null and r.subdomain = ${subdomain}
      join realm_user u on u.realm_id = e.realm_id and u.id = e.user_id and u.is_active
      where e.realm_id = ${realmId} and e.id = ${id} and e.state = 'ready'`),
);
