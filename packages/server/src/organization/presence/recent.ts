import type { Clock } from '../../engine/clock.ts';
import { batchLookups } from '../../engine/db/batch-lookups.ts';
import { setBounded } from '../../engine/db/keep-recent.ts';
import { sql, type Reader } from '../../engine/db/sql.ts';
import { pieceOf, type Piece } from '../../engine/json-pieces.ts';
import { isGuest } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import { presentTimes } from './present.ts';
import { presenceAfter, type PresenceRow } from './queries.ts';

/** Presence changes after an update id: members of a JSON object by user, and the last update id. */
export type PresenceChanges = { readonly members: Piece; readonly last: number };

/**
 * Cache of recent presence changes. Every online client requests the changes of the last minute, so the cache is shared
 * by all clients of an organization, and each query reads only the changes since the previous one.
 */
export type RecentPresence = {
  /** Undefined if the caller must query the database: for changes older than the cache, or with restricted visibility. */
  after(account: PresenceReader, lastUpdateId: number): Promise<PresenceChanges | undefined>;
  forgetAll(): void;
};

type PresenceReader = Actor & { readonly accessVersion?: number | undefined };

/** Clients send a request every minute, so older changes are rarely needed. */
const CACHE_TTL_MS = 180_000;
/** The cache is not extended backward by more update ids than this: the changes of some minutes in the largest organizations. */
const MAX_BACKWARD_UPDATES = 200_000;

const MAX_CACHED_REALMS = 1_000;

/** With more users online, changes are read in steps, so that clients who ask in the same step share the response. */
const MAX_SINGLE_USERS = 500;
const STEP_MS = 10_000;

export function createRecentPresence(reader: Reader, clock: Clock): RecentPresence {
  const windows = new Map<number, Window>();

  const fresh = async (realmId: number, { version, from }: WindowRequest): Promise<Window> => {
    const known = windows.get(realmId);
    const floor = known === undefined ? await firstFloor(reader, realmId, from) : Math.min(known.floor, from);
    // A new version may activate or deactivate users, so everything is read again.
    const wide = new Window(Math.max(version, known?.version ?? 0), floor, known?.steps);
    const window = known?.covers(wide) === true ? known : wide;
    if (window.isInStep(clock.monotonic())) return window;
    window.add(await presenceAfter(reader, realmId, window.top), clock.monotonic());
    keep(realmId, window);
    return window;
  };

  const keep = (realmId: number, window: Window): void => {
    const other = windows.get(realmId);
    if (other !== window && other?.covers(window) === true) return;
    setBounded(windows, realmId, window, MAX_CACHED_REALMS);
  };

  /** The merged requests that wait for the next query. */
  const wanted = new Map<number, WindowRequest>();
  const readWindow = batchLookups(async (keys) => {
    const found = await Promise.all(
      keys.map(async (key): Promise<[string, Window]> => {
        const realmId = Number(key);
        const all = wanted.get(realmId) ?? { version: 0, from: Infinity };
        wanted.delete(realmId);
        return [key, await fresh(realmId, all)];
      }),
    );
    return new Map(found);
  });

  return {
    forgetAll: () => {
      windows.clear();
    },
    after: async ({ realm, user, accessVersion: version }, lastUpdateId) => {
      if (isGuest(user) || version === undefined) return undefined;
      const known = windows.get(realm.id);
      if (known !== undefined && lastUpdateId < known.floor - MAX_BACKWARD_UPDATES) return undefined;
      const others = wanted.get(realm.id);
      wanted.set(realm.id, {
        version: Math.max(version, others?.version ?? 0),
        from: Math.min(lastUpdateId, others?.from ?? lastUpdateId),
      });
      const window = await readWindow(String(realm.id));
      return window?.after(lastUpdateId);
    },
  };
}

/** The min version, and the update id after which changes are needed. */
type WindowRequest = { readonly version: number; readonly from: number };

type Change = {
  readonly id: number;
  readonly userId: number;
  readonly readAt: number;
  readonly member: string;
  /** False after a later change of the same user. */
  isNewest: boolean;
};

/** The changes of one organization after an update id. */
class Window {
  readonly version: number;
  floor: number;
  top: number;
  /** The last update ids of the steps, in order, while many users are online. */
  steps: readonly number[];
  readonly #newest = new Map<number, Change>();
  /** Ordered by update id; superseded changes are removed when they become the oldest. */
  #changes: Change[] = [];
  #readAt = -Infinity;
  /** Members by the step after which they changed. */
  readonly #shared = new Map<number, Piece>();

  constructor(version: number, floor: number, steps: readonly number[] = []) {
    this.version = version;
    this.floor = floor;
    this.top = floor;
    this.steps = steps;
  }

  /** Whether this window can answer every request that the other can. */
  covers({ version, floor }: Window): boolean {
    return this.version >= version && this.floor <= floor;
  }

  /** Whether the changes are to be read later, with the next step. */
  isInStep(now: number): boolean {
    return this.#isLarge && now - this.#readAt < STEP_MS;
  }

  get #isLarge(): boolean {
    return this.#newest.size > MAX_SINGLE_USERS;
  }

  add(rows: readonly PresenceRow[], now: number): void {
    this.#readAt = now;
    for (const row of rows) {
      const { user_id: userId, update_id: id } = row;
      // Concurrent reads can return in reverse order.
      if (id <= this.top) continue;
      const before = this.#newest.get(userId);
      if (before !== undefined) before.isNewest = false;
      const member = `"${userId}":${JSON.stringify(presentTimes(row))}`;
      const change = { id, userId, readAt: now, member, isNewest: true };
      this.#newest.set(userId, change);
      this.#changes.push(change);
      this.top = id;
    }
    this.#expire(now - CACHE_TTL_MS);
    this.#shared.clear();
    if (this.#isLarge) this.steps = [this.floor, ...this.steps.filter((id) => id > this.floor), this.top];
  }

  after(lastUpdateId: number): PresenceChanges | undefined {
    if (lastUpdateId < this.floor) return undefined;
    return { members: this.#membersAfter(lastUpdateId), last: Math.max(lastUpdateId, this.top) };
  }

  /** May repeat the changes of the step within which the update id is. */
  #membersAfter(lastUpdateId: number): Piece {
    if (!this.#isLarge) return this.#encodeAfter(lastUpdateId);
    const step = this.steps.findLast((id) => id <= lastUpdateId) ?? this.floor;
    const known = this.#shared.get(step);
    if (known !== undefined) return known;
    const members = pieceOf(this.#encodeAfter(step));
    this.#shared.set(step, members);
    return members;
  }

  #encodeAfter(lastUpdateId: number): string {
    const members: string[] = [];
    for (let n = this.#changes.length - 1; n >= 0; n -= 1) {
      const change = this.#changes[n];
      if (change === undefined || change.id <= lastUpdateId) break;
      if (change.isNewest) members.push(change.member);
    }
    return members.join(',');
  }

  #expire(before: number): void {
    let expired = 0;
    for (const change of this.#changes) {
      if (change.isNewest && change.readAt >= before) break;
      expired += 1;
      if (!change.isNewest) continue;
      this.#newest.delete(change.userId);
      this.floor = change.id;
    }
    if (expired > this.#changes.length / 2) this.#changes = this.#changes.slice(expired);
  }
}

/** The update id after which a new window starts: the requested one, or the last one if that is too far back. */
async function firstFloor(reader: Reader, realmId: number, from: number): Promise<number> {
  const head = await reader.first(
    sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${realmId}`,
  );
  const last = head?.last_id ?? 0;
  return from < last - MAX_BACKWARD_UPDATES ? last : Math.min(from, last);
}
