import { sql } from '../../engine/db/sql.ts';
import type { World } from '../../http/world.ts';

/** Deletes log-ins that waited too long for their second step, challenges that no passkey answered, and authenticator apps that were never confirmed. */
export async function expireSecondSteps({ pool }: World): Promise<void> {
  await pool.all(sql`delete from waiting_login where expires_at < now()`);
  await pool.all(sql`delete from passkey_challenge where expires_at < now()`);
  await pool.all(sql`
    delete from second_step where confirmed_at is null and created_at < now() - interval '1 day'`);
}
