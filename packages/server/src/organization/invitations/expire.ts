import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes invitations a week after they expired, and past days' counts of sent invitations. */
export async function expireInvitations({ pool }: World): Promise<void> {
  await pool.all(sql`delete from invitation where expires_at < now() - interval '7 days'`);
  await pool.all(sql`delete from invitation_day where day < current_date - 2`);
}
