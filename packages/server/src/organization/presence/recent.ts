import type { Clock } from '../../engine/clock.ts';
import { combine } from '../../engine/db/combine.ts';
import { keepRecent } from '../../engine/db/keep-recent.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { isGuest, type Actor } from '../../http/actor.ts';
import { presentTimes } from './present.ts';
import { presenceAfter, type PresenceRow } from './queries.ts';

/** What changed since a number: the members of an object by user, as JSON text, and the newest number. */
export type PresenceChanges = { readonly members: string; readonly last: number };

/**
 * Everybody who is there reports every minute and asks for what changed meanwhile, which is everybody else. So what
 * changed of late is kept for all who ask, and each question reads only what came since the one before.
 */
export type RecentPresence = {
  /** Undefined for those who must ask the database themselves: who ask for older changes, or may not see everybody. */
  after(account: PresenceReader, lastUpdateId: number): Promise<PresenceChanges | undefined>;
};

type PresenceReader = Actor & { readonly rules?: number | undefined };

/** Clients ask every minute; who comes later than this asks the database. */
const KEEP_MS = 180_000;
/** Who asks for changes that lie further back asks the database too. */
const MOST_BEHIND = 20_000;
/** Organizations whose changes are kept. */
const MOST = 1_000;

export function createRecentPresence(reader: Reader, clock: Clock): RecentPresence {
  const windows = new Map<number, Window>();

  const fresh = async (realmId: number, { rules, from }: Wanted): Promise<Window> => {
    const known = windows.get(realmId);
    const floor = known === undefined ? await firstFloor(reader, realmId, from) : Math.min(known.floor, from);
    // Users may have come or gone with the rules: then everything is read anew.
    const wide = new Window(Math.max(rules, known?.rules ?? 0), floor);
    const window = known?.covers(wide) === true ? known : wide;
    window.add(await presenceAfter(reader, realmId, window.top), clock.monotonic());
    keep(realmId, window);
    return window;
  };

  const keep = (realmId: number, window: Window): void => {
    const other = windows.get(realmId);
    if (other !== window && other?.covers(window) === true) return;
    keepRecent(windows, realmId, window, MOST);
  };

  /** What those want who wait for the next look. */
  const wanted = new Map<number, Wanted>();
  const look = combine(async (keys) => {
    const found = await Promise.all(
      keys.map(async (key): Promise<[string, Window]> => {
        const realmId = Number(key);
        const all = wanted.get(realmId) ?? { rules: 0, from: Infinity };
        wanted.delete(realmId);
        return [key, await fresh(realmId, all)];
      }),
    );
    return new Map(found);
  });

  return {
    after: async ({ realm, user, rules }, lastUpdateId) => {
      if (isGuest(user) || rules === undefined) return undefined;
      const known = windows.get(realm.id);
      if (known !== undefined && lastUpdateId < known.floor - MOST_BEHIND) return undefined;
      const others = wanted.get(realm.id);
      wanted.set(realm.id, {
        rules: Math.max(rules, others?.rules ?? 0),
        from: Math.min(lastUpdateId, others?.from ?? lastUpdateId),
      });
      const window = await look(String(realm.id));
      return window?.after(lastUpdateId);
    },
  };
}

/** By which rules, and behind which number. */
type Wanted = { readonly rules: number; readonly from: number };

type Change = {
  readonly id: number;
  readonly userId: number;
  readonly readAt: number;
  readonly member: string;
  /** Until the user changes again. */
  isNewest: boolean;
};

/** The changes of one organization behind a number. */
class Window {
  readonly rules: number;
  floor: number;
  top: number;
  readonly #newest = new Map<number, Change>();
  /** In order; what is out of date leaves when it has become the oldest. */
  #changes: Change[] = [];

  constructor(rules: number, floor: number) {
    this.rules = rules;
    this.floor = floor;
    this.top = floor;
  }

  /** Whether it can answer whatever the other can. */
  covers({ rules, floor }: Window): boolean {
    return this.rules >= rules && this.floor <= floor;
  }

  add(rows: readonly PresenceRow[], now: number): void {
    for (const row of rows) {
      const { user_id: userId, update_id: id } = row;
      // Read twice at once, the older answer came later.
      if (id <= this.top) continue;
      const before = this.#newest.get(userId);
      if (before !== undefined) before.isNewest = false;
      const member = `"${userId}":${JSON.stringify(presentTimes(row))}`;
      const change = { id, userId, readAt: now, member, isNewest: true };
      this.#newest.set(userId, change);
      this.#changes.push(change);
      this.top = id;
    }
    this.#forget(now - KEEP_MS);
  }

  after(lastUpdateId: number): PresenceChanges | undefined {
    if (lastUpdateId < this.floor) return undefined;
    const members: string[] = [];
    for (let n = this.#changes.length - 1; n >= 0; n -= 1) {
      const change = this.#changes[n];
      if (change === undefined || change.id <= lastUpdateId) break;
      if (change.isNewest) members.push(change.member);
    }
    return { members: members.join(','), last: Math.max(lastUpdateId, this.#changes.at(-1)?.id ?? 0) };
  }

  #forget(before: number): void {
    let gone = 0;
    for (const change of this.#changes) {
      if (change.isNewest && change.readAt >= before) break;
      gone += 1;
      if (!change.isNewest) continue;
      this.#newest.delete(change.userId);
      this.floor = change.id;
    }
    if (gone > this.#changes.length / 2) this.#changes = this.#changes.slice(gone);
  }
}

/** Where an organization's changes begin to be kept: where they are asked for, unless that is far back, or nowhere. */
async function firstFloor(reader: Reader, realmId: number, from: number): Promise<number> {
  const head = await reader.first(
    sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${realmId}`,
  );
  const last = head?.last_id ?? 0;
  return from < last - MOST_BEHIND ? last : Math.min(from, last);
}
