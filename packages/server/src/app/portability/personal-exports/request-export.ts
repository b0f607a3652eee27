import { ApiError, badRequest } from '../../../engine/api-error.ts';
import { q, sql } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import type { UserRow } from '../../../http/actor.ts';
import { lockUsers } from '../../../organization/users/queries.ts';

const MAX_PER_DAY = 3;
const DAY_SECONDS = 86_400;

type Recent = { readonly count: number; readonly pending: boolean; readonly waitSeconds: number };

/** Lets a job export everything that is stored about the user; returns the id of the export. */
export async function requestExport(tx: Tx, user: Pick<UserRow, 'id'>): Promise<number> {
  await lockUsers(tx, user.id);
  const recent = await recentOf(tx, user);
  if (recent.pending) throw badRequest('An export of your data is being made. Wait until it is ready.');
  if (recent.count >= MAX_PER_DAY)
    throw new ApiError('RATE_LIMIT_HIT', `You can export your data ${MAX_PER_DAY} times within a day.`, {
      extra: { 'retry-after': Math.max(1, recent.waitSeconds) },
    });
  const row = await tx.first(
    q.insertInto('personal_export').values({ realm_id: tx.realmId, user_id: user.id }).returning('id'),
  );
  if (row === undefined) throw new Error('The export was not inserted.');
  tx.record({
    action: 'export.requested',
    object: { type: 'user', id: user.id },
    after: { content: 'own data' },
  });
  return row.id;
}

async function recentOf(tx: Tx, user: Pick<UserRow, 'id'>): Promise<Recent> {
  const row = await tx.first(sql<Recent>`
    select count(*)::int as count, coalesce(bool_or(state = 'pending'), false) as pending,
      coalesce(ceil(${DAY_SECONDS} - extract(epoch from now() - min(requested_at))), 0)::float8 as "waitSeconds"
    from personal_export
    where realm_id = ${tx.realmId} and user_id = ${user.id}
      and (requested_at > now() - make_interval(secs => ${DAY_SECONDS}) or state = 'pending')`);
  return row ?? { count: 0, pending: false, waitSeconds: 0 };
}
