import type { Clock } from '../../engine/clock.ts';
import { keepRecent } from '../../engine/db/keep-recent.ts';
import type { RecordedPresence, PresenceStore, PresenceReport } from './store.ts';
import { MIN_REPORT_INTERVAL_MS } from './times.ts';

/** Writes down who is there: reports that arrive together are merged and written together. */
export type Recorder = {
  /** Resolves when the report is stored; with what changed, or undefined if it changes nothing. */
  report(realmId: number, userId: number, isActive: boolean): Promise<RecordedPresence | undefined>;
  /** What is stored about somebody was changed by other means. */
  forget(realmId: number, userId: number): void;
};

/** However many users report, a node writes at most so often; the first after a pause at once. */
const PAUSE_MS = 25;
/** Users in one statement. */
const MOST_AT_ONCE = 1_000;
/** Users whose last report is remembered, so that another one soon after needs no query. */
const MOST_KNOWN = 200_000;

type Waiting = {
  report: PresenceReport;
  readonly waiters: {
    readonly resolve: (noted: RecordedPresence | undefined) => void;
    readonly reject: (error: unknown) => void;
  }[];
};

export function createRecorder(store: PresenceStore, clock: Clock): Recorder {
  /** Never newer than what is stored: another node may have noted more. */
  const known = new Map<string, Pick<RecordedPresence, 'activeAt' | 'idleAt'>>();
  const waiting = new Map<string, Waiting>();
  let isBusy = false;

  const remember = (noted: RecordedPresence): void => {
    const key = keyOf(noted.realmId, noted.userId);
    keepRecent(known, key, { activeAt: noted.activeAt, idleAt: noted.idleAt }, MOST_KNOWN);
  };

  const changesNothing = (key: string, { idleAt, activeAt }: PresenceReport): boolean => {
    const last = known.get(key);
    if (last === undefined || idleAt - last.idleAt > MIN_REPORT_INTERVAL_MS) return false;
    return (
      activeAt === null || (last.activeAt !== null && activeAt - last.activeAt <= MIN_REPORT_INTERVAL_MS)
    );
  };

  const writeBatch = async (): Promise<void> => {
    isBusy = true;
    const batch = new Map([...waiting].slice(0, MOST_AT_ONCE));
    for (const key of batch.keys()) waiting.delete(key);
    try {
      const noted = await store.note([...batch.values()].map(({ report }) => report));
      const byKey = new Map(noted.map((one) => [keyOf(one.realmId, one.userId), one]));
      for (const one of noted) remember(one);
      for (const [key, { waiters }] of batch) {
        const one = byKey.get(key);
        // One of those who reported together speaks for all.
        waiters.forEach(({ resolve }, index) => {
          resolve(index === 0 && one?.isChanged === true ? one : undefined);
        });
      }
    } catch (error) {
      for (const { waiters } of batch.values()) for (const { reject } of waiters) reject(error);
    }
    clock.after(PAUSE_MS, () => {
      isBusy = false;
      if (waiting.size > 0) void writeBatch();
    });
  };

  return {
    report: async (realmId, userId, isActive) => {
      const now = clock.now();
      const key = keyOf(realmId, userId);
      const report: PresenceReport = { realmId, userId, idleAt: now, activeAt: isActive ? now : null };
      if (changesNothing(key, report)) return undefined;
      return new Promise((resolve, reject) => {
        const together = waiting.get(key);
        if (together === undefined) waiting.set(key, { report, waiters: [{ resolve, reject }] });
        else {
          together.report = merge(together.report, report);
          together.waiters.push({ resolve, reject });
        }
        if (!isBusy) void writeBatch();
      });
    },
    forget: (realmId, userId) => {
      known.delete(keyOf(realmId, userId));
    },
  };
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
