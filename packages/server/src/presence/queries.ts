import { q, sql, type Reader } from '../db/sql.ts';
import { eyesOf } from '../people/access.ts';
import type { Actor } from '../people/person.ts';
import { DEFAULT_DAYS } from './times.ts';

export type PresenceRow = {
  person_id: number;
  active_at: Date | null;
  idle_at: Date;
  update_id: number;
  date_joined: Date;
  delivery_email: string;
  email_visibility: number;
};

/** What a client wants to know. */
export type Wanted = {
  /** Only what changed behind this number. */
  readonly lastUpdateId?: number | undefined;
  /** Age in days of the oldest that is answered; says nothing to a client that has a number. */
  readonly days?: number | undefined;
};

/** Read at once: a large organization takes several short statements rather than one long one. */
const PAGE = 10_000;
const DAY_MS = 86_400_000;
/** Further back, or forth, there is nobody; and times have an end. */
const MOST_DAYS = 36_500;

const presenceOf = (realmId: number) =>
  q
    .selectFrom('presence')
    .innerJoin('person', (join) =>
      join.onRef('person.realm_id', '=', 'presence.realm_id').onRef('person.id', '=', 'presence.person_id'),
    )
    .select([
      'presence.person_id',
      'presence.active_at',
      'presence.idle_at',
      'presence.update_id',
      'person.date_joined',
      'person.delivery_email',
      'person.email_visibility',
    ])
    .where('presence.realm_id', '=', realmId)
    .where('person.is_active', '=', true);

/** The presence of all whom the actor may see. With a number that is up to date it costs the same in any organization. */
export const readPresences = async (
  reader: Reader,
  actor: Actor,
  { lastUpdateId, days = DEFAULT_DAYS }: Wanted,
  now: number,
): Promise<PresenceRow[]> => {
  const isIncremental = lastUpdateId !== undefined && lastUpdateId > 0;
  if (days === 0 && !isIncremental) return [];
  const oldest = new Date(now - Math.max(-1, Math.min(days, MOST_DAYS)) * DAY_MS);
  const read = await (isIncremental
    ? presenceBehind(reader, actor.realm.id, lastUpdateId)
    : presenceBehind(reader, actor.realm.id, 0, oldest));
  const rows = [...new Map(read.map((row) => [row.person_id, row])).values()];
  const sees = await eyesOf(reader, actor);
  return rows.filter((row) => sees({ id: row.person_id, bot_type: null }));
};

/** In order. Who reports while this is read comes again with a higher number: nobody is missed. */
export const presenceBehind = async (
  reader: Reader,
  realmId: number,
  updateId: number,
  oldest?: Date,
): Promise<PresenceRow[]> => {
  const rows: PresenceRow[] = [];
  for (;;) {
    const page = await reader.all(
      presenceOf(realmId)
        .where('presence.update_id', '>', rows.at(-1)?.update_id ?? updateId)
        .$if(oldest !== undefined, (query) => query.where('presence.idle_at', '>=', oldest ?? new Date(0)))
        .orderBy('presence.update_id')
        .limit(PAGE),
    );
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
};

export const findPresence = (
  reader: Reader,
  realmId: number,
  personId: number,
): Promise<PresenceRow | undefined> =>
  reader.first(presenceOf(realmId).where('presence.person_id', '=', personId));

/** Whether an organization has more people than some number. */
export const hasMoreThan = async (reader: Reader, realmId: number, most: number): Promise<boolean> => {
  const row = await reader.first(
    sql<{ many: boolean }>`
      select count(*) > ${most} as many from (
        select from person where realm_id = ${realmId} and is_active and bot_type is null
        order by id limit ${most + 1}) as part`,
  );
  return row?.many ?? false;
};
