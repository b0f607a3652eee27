import type { Clock } from '../../engine/clock.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import type { UsedSession } from '../accounts.ts';
import { MAX_SESSION_DAYS, SESSION_IDLE_DAYS } from './lifetime.ts';

/** The last use of a session is written at most this often per node. */
const RECORD_USE_MS = 300_000;
/** Uses of this time share one statement. */
const WRITE_DELAY_MS = 1_000;

/** Records the use of sessions, by which their idle time is measured. */
export type SessionUse = { record(session: UsedSession): void };

export function createSessionUse(reader: Reader, clock: Clock, warn: (error: unknown) => void): SessionUse {
  let pending = new Map<number, UsedSession>();
  const writePending = (): void => {
    const sessions = [...pending.values()].toSorted((a, b) => a.id - b.id);
    pending = new Map();
    writeUse(reader, sessions).catch(warn);
  };
  return {
    record: (session) => {
      const now = clock.now();
      if (now - session.lastUsed < RECORD_USE_MS) return;
      session.lastUsed = now;
      if (pending.size === 0) clock.after(WRITE_DELAY_MS, writePending);
      pending.set(session.id, session);
    },
  };
}

function writeUse(reader: Reader, sessions: readonly UsedSession[]): Promise<unknown> {
  return reader.all(
    sql`update browser_session s set last_used = now(), expires_at = ${expiryAfter(sql`s.created_at`)}
        from unnest(${sessions.map(({ realmId }) => realmId)}::bigint[], ${sessions.map(({ id }) => id)}::bigint[])
          as used (realm_id, id)
        where s.realm_id = used.realm_id and s.id = used.id`,
  );
}

/** The time at which a session that is used now expires. */
export function expiryAfter(createdAt: ReturnType<typeof sql>) {
  return sql<Date>`least(now() + make_interval(days => ${SESSION_IDLE_DAYS}),
    ${createdAt} + make_interval(days => ${MAX_SESSION_DAYS}))`;
}
