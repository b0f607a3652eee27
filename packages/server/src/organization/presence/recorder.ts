import { createBatcher } from '../../engine/batcher.ts';
import type { Clock } from '../../engine/clock.ts';
import { setBounded } from '../../engine/db/keep-recent.ts';
import type { RecordedPresence, PresenceStore, PresenceReport } from './store.ts';
import { MIN_REPORT_INTERVAL_MS } from './times.ts';

/** Stores presence reports; concurrent reports are merged and written in batches. */
export type PresenceRecorder = {
  /** Resolves after the report is stored, with the new presence or undefined if nothing changed. */
  report(realmId: number, userId: number, isActive: boolean): Promise<RecordedPresence | undefined>;
  /** Invalidates the cached presence of a user after a change by other means. */
  forget(realmId: number, userId: number): void;
  /** Invalidates all cached presence. */
  forgetAll(): void;
};

/** Min interval between the batches of a node; the first batch after a pause is written at once. */
const WRITE_INTERVAL_MS = 25;

const MAX_BATCH_USERS = 1_000;
/** Cached last reports, so that another report soon after needs no query. */
const MAX_CACHED_REPORTS = 200_000;

export function createRecorder(store: PresenceStore, clock: Clock): PresenceRecorder {
  /** Never newer than the stored presence; another node may have stored a later report. */
  const cached = new Map<string, Pick<RecordedPresence, 'activeAt' | 'idleAt'>>();
  /** Reports that wait for the next batch, merged by user. */
  const waiting = new Map<string, PresenceReport>();

  const writeMerged = async (keys: readonly string[]): Promise<Map<string, RecordedPresence>> => {
    const reports = keys.flatMap((key) => waiting.get(key) ?? []);
    for (const key of keys) waiting.delete(key);
    const noted = await store.note(reports);
    const byKey = new Map(noted.map((one) => [keyOf(one.realmId, one.userId), one]));
    for (const [key, { activeAt, idleAt }] of byKey)
      setBounded(cached, key, { activeAt, idleAt }, MAX_CACHED_REPORTS);
    return byKey;
  };
  const write = createBatcher(writeMerged, {
    maxKeys: MAX_BATCH_USERS,
    maxRunning: 1,
    begin: (callback) => {
      callback();
    },
    rest: (callback) => {
      clock.after(WRITE_INTERVAL_MS, callback);
    },
  });

  return {
    report: async (realmId, userId, isActive) => {
      const now = clock.now();
      const key = keyOf(realmId, userId);
      const report: PresenceReport = { realmId, userId, idleAt: now, activeAt: isActive ? now : null };
      if (changesNothing(cached.get(key), report)) return undefined;
      const earlier = waiting.get(key);
      waiting.set(key, earlier === undefined ? report : merge(earlier, report));
      const noted = await write(key);
      // Only one of the merged reports returns the change, so that it is published once.
      return earlier === undefined && noted?.isChanged === true ? noted : undefined;
    },
    forgetAll: () => {
      cached.clear();
    },
    forget: (realmId, userId) => {
      cached.delete(keyOf(realmId, userId));
    },
  };
}

function changesNothing(
  last: Pick<RecordedPresence, 'activeAt' | 'idleAt'> | undefined,
  { idleAt, activeAt }: PresenceReport,
): boolean {
  if (last === undefined || idleAt - last.idleAt > MIN_REPORT_INTERVAL_MS) return false;
  return activeAt === null || (last.activeAt !== null && activeAt - last.activeAt <= MIN_REPORT_INTERVAL_MS);
}

function keyOf(realmId: number, userId: number): string {
  return `${realmId}:${userId}`;
}

function merge(one: PresenceReport, other: PresenceReport): PresenceReport {
  return {
    ...one,
    idleAt: Math.max(one.idleAt, other.idleAt),
    activeAt:
      one.activeAt === null || other.activeAt === null
        ? (one.activeAt ?? other.activeAt)
        : Math.max(one.activeAt, other.activeAt),
  };
}
