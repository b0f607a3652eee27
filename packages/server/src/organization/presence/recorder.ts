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

declare module '../../http/world.ts' {
  interface FeatureServices {
    readonly presence: PresenceRecorder;
  }
}

/** Min interval between the batches of a node; the first batch after a pause is written at once. */
const WRITE_INTERVAL_MS = 25;

const MAX_BATCH_USERS = 1_000;
/** Cached last reports, so that another report soon after needs no query. */
const MAX_CACHED_REPORTS = 200_000;

type Waiting = {
  report: PresenceReport;
  readonly waiters: {
    readonly resolve: (noted: RecordedPresence | undefined) => void;
    readonly reject: (error: unknown) => void;
  }[];
};

export function createRecorder(store: PresenceStore, clock: Clock): PresenceRecorder {
  /** Never newer than the stored presence; another node may have stored a later report. */
  const cached = new Map<string, Pick<RecordedPresence, 'activeAt' | 'idleAt'>>();
  const waiting = new Map<string, Waiting>();
  let isBusy = false;

  const cache = (noted: RecordedPresence): void => {
    const key = keyOf(noted.realmId, noted.userId);
    setBounded(cached, key, { activeAt: noted.activeAt, idleAt: noted.idleAt }, MAX_CACHED_REPORTS);
  };

  const changesNothing = (key: string, { idleAt, activeAt }: PresenceReport): boolean => {
    const last = cached.get(key);
    if (last === undefined || idleAt - last.idleAt > MIN_REPORT_INTERVAL_MS) return false;
    return (
      activeAt === null || (last.activeAt !== null && activeAt - last.activeAt <= MIN_REPORT_INTERVAL_MS)
    );
  };

  const writeBatch = async (): Promise<void> => {
    isBusy = true;
    const batch = new Map([...waiting].slice(0, MAX_BATCH_USERS));
    for (const key of batch.keys()) waiting.delete(key);
    try {
      const noted = await store.note([...batch.values()].map(({ report }) => report));
      const byKey = new Map(noted.map((one) => [keyOf(one.realmId, one.userId), one]));
      for (const one of noted) cache(one);
      for (const [key, { waiters }] of batch) {
        const one = byKey.get(key);
        // Only one of the merged reports returns the change, so that it is published once.
        waiters.forEach(({ resolve }, index) => {
          resolve(index === 0 && one?.isChanged === true ? one : undefined);
        });
      }
    } catch (error) {
      for (const { waiters } of batch.values()) for (const { reject } of waiters) reject(error);
    }
    clock.after(WRITE_INTERVAL_MS, () => {
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
        const pending = waiting.get(key);
        if (pending === undefined) waiting.set(key, { report, waiters: [{ resolve, reject }] });
        else {
          pending.report = merge(pending.report, report);
          pending.waiters.push({ resolve, reject });
        }
        if (!isBusy) void writeBatch();
      });
    },
    forgetAll: () => {
      cached.clear();
    },
    forget: (realmId, userId) => {
      cached.delete(keyOf(realmId, userId));
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
