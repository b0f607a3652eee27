import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { visibleUsersOf } from '../users/access.ts';
import type { Actor } from '../../http/actor.ts';
import { DEFAULT_HISTORY_DAYS } from './times.ts';

export type PresenceRow = {
  user_id: number;
  active_at: Date | null;
  idle_at: Date;
  update_id: number;
  date_joined: Date;
  delivery_email: string;
  email_visibility: number;
};

export type PresenceQuery = {
  /** Limits the result to changes after this update id. */
  readonly lastUpdateId?: number | undefined;
  /** Max age in days; ignored if there is a last update id. */
  readonly days?: number | undefined;
};

/** Large organizations are read in several short statements. */
const PAGE_SIZE = 10_000;
const DAY_MS = 86_400_000;
/** Keeps the oldest time within the range of valid dates. */
const MAX_HISTORY_DAYS = 36_500;

function presenceOf(realmId: number) {
  return q
    .selectFrom('presence')
    .innerJoin('realm_user', (join) =>
      join
        .onRef('realm_user.realm_id', '=', 'presence.realm_id')
        .onRef('realm_user.id', '=', 'presence.user_id'),
    )
    .select([
      'presence.user_id',
      'presence.active_at',
      'presence.idle_at',
      'presence.update_id',
      'realm_user.date_joined',
      'realm_user.delivery_email',
      'realm_user.email_visibility',
    ])
    .where('presence.realm_id', '=', realmId)
    .where('realm_user.is_active', '=', true);
}

/** The presence of all users visible to the actor. The cost depends on the number of changes since the update id. */
export async function readPresences(
  reader: Reader,
  actor: Actor,
  { lastUpdateId, days = DEFAULT_HISTORY_DAYS }: PresenceQuery,
  now: number,
): Promise<PresenceRow[]> {
  const isIncremental = lastUpdateId !== undefined && lastUpdateId > 0;
  if (days === 0 && !isIncremental) return [];
  const oldest = new Date(now - Math.max(-1, Math.min(days, MAX_HISTORY_DAYS)) * DAY_MS);
  const read = await (isIncremental
    ? presenceAfter(reader, actor.realm.id, lastUpdateId)
    : presenceAfter(reader, actor.realm.id, 0, oldest));
  const rows = [...new Map(read.map((row) => [row.user_id, row])).values()];
  const isVisible = await visibleUsersOf(reader, actor);
  return rows.filter((row) => isVisible({ id: row.user_id, bot_type: null }));
}

/** Ordered by update id. Reports during the read get a higher update id, so no change is missed. */
export async function presenceAfter(
  reader: Reader,
  realmId: number,
  updateId: number,
  oldest?: Date,
): Promise<PresenceRow[]> {
  const rows: PresenceRow[] = [];
  for (;;) {
    const page = await reader.all(
      presenceOf(realmId)
        .where('presence.update_id', '>', rows.at(-1)?.update_id ?? updateId)
        .$if(oldest !== undefined, (query) => query.where('presence.idle_at', '>=', oldest ?? new Date(0)))
        .orderBy('presence.update_id')
        .limit(PAGE_SIZE),
    );
    rows.push(...page);
    if (page.length < PAGE_SIZE) return rows;
  }
}

export function presenceOfUsers(
  reader: Reader,
  realmId: number,
  ids: readonly number[],
): Promise<PresenceRow[]> {
  return reader.all(
    presenceOf(realmId).where('presence.user_id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
}

export function findPresence(
  reader: Reader,
  realmId: number,
  userId: number,
): Promise<PresenceRow | undefined> {
  return reader.first(presenceOf(realmId).where('presence.user_id', '=', userId));
}

/** Whether an organization has more than `max` active human users. */
export async function hasMoreUsersThan(reader: Reader, realmId: number, max: number): Promise<boolean> {
  const row = await reader.first(
    sql<{ many: boolean }>`
      select count(*) > ${max} as many from (
        select from realm_user where realm_id = ${realmId} and is_active and bot_type is null
        order by id limit ${max + 1}) as part`,
  );
  return row?.many ?? false;
}

/** The `last_update_id` for the next request: the newest in the response, else the one that was passed. */
export function lastUpdateId(rows: readonly PresenceRow[], given: number | undefined): number {
  return rows.reduce((newest, { update_id }) => Math.max(newest, update_id), given ?? -1);
}
