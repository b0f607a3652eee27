import { sql, type Reader } from '../../engine/db/sql.ts';
import { Json, pieceOf, type Piece } from '../../engine/json-pieces.ts';
import type { Presence } from '@parley/contract/objects/presence.ts';
import type { Versions } from '../../delivery/snapshot-cache.ts';
import type { Viewpoint } from '../../http/snapshot.ts';
import { changedUsers } from '../users/changed-users.ts';
import { MAX_ANNOUNCED_USERS } from './publish-presence.ts';
import { presentTimes } from './present.ts';
import { presenceAfter, presenceOfUsers, type PresenceRow } from './queries.ts';
import { DEFAULT_HISTORY_DAYS } from './times.ts';

const DAY_MS = 86_400_000;

/** The presence of all users, for viewers with unrestricted visibility, and its last update id. */
export async function allPresenceState(
  viewpoint: Viewpoint,
): Promise<{ presences: Json<Record<string, Presence>>; last: number }> {
  const { reader, bulk, realm, shared, versions, now } = viewpoint;
  const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
  const headId = await readHeadId(reader, realm.id);
  const all = await shared.read(
    `${realm.id} presence`,
    [versions.roster, headId],
    async (before: AllPresence | undefined): Promise<AllPresence> => {
      const all = (before && (await withRoster(viewpoint, before))) ?? new AllPresence(versions);
      if (all.isRecent(now)) return all;
      // May include changes after this log position: clients track presence by update id, not by log position.
      if (all.last < headId)
        all.add(
          await presenceAfter(bulk, realm.id, all.last, all.last < 0 ? new Date(oldest) : undefined),
          versions,
          now,
        );
      return all;
    },
  );
  return { presences: all.json(oldest), last: all.last };
}

/** The same with the presence of users who were activated or deactivated since; undefined if all must be read. */
async function withRoster(
  { bulk, realm, versions }: Viewpoint,
  all: AllPresence,
): Promise<AllPresence | undefined> {
  if (all.versions.users > versions.users) return undefined;
  if (all.versions.roster === versions.roster) return all;
  const ids = await changedUsers(bulk, realm.id, all.versions.users);
  if (ids === undefined) return undefined;
  all.replace(ids, await presenceOfUsers(bulk, realm.id, ids), versions);
  return all;
}

async function readHeadId(reader: Reader, realmId: number): Promise<number> {
  const head = await reader.first(
    sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${realmId}`,
  );
  return head?.last_id ?? -1;
}

/** Range of user ids encoded together; a change re-encodes its range. */
const USERS_PER_PORTION = 500;
const ESTIMATED_BYTES_PER_USER = 300;
const MAX_STALENESS_MS = 1_000;

type Portion = {
  readonly members: Map<number, { readonly text: string; readonly idleAt: number; readonly id: number }>;
  /** Undefined after a change. */
  encoded: Piece | undefined;
  oldest: number;
};

class AllPresence {
  /** The newest versions of the users whose presence was read. */
  versions: Versions;
  /** The last update id; -1 if there is no presence. */
  last = -1;
  readonly #portions = new Map<number, Portion>();
  #count = 0;
  #readAt = 0;

  constructor(versions: Versions) {
    this.versions = versions;
  }

  /** Large organizations publish no presence events, and their clients soon request changes: stale data is acceptable. */
  isRecent(now: number): boolean {
    return this.#count > MAX_ANNOUNCED_USERS && Math.abs(now - this.#readAt) < MAX_STALENESS_MS;
  }

  get size(): number {
    return this.#count * ESTIMATED_BYTES_PER_USER;
  }

  /** Rows that were read with older versions are ignored: their users may be deactivated. They are read again. */
  add(rows: readonly PresenceRow[], { users }: Versions, now: number): void {
    if (users < this.versions.users) return;
    this.#readAt = now;
    for (const row of rows) {
      this.last = Math.max(this.last, row.update_id);
      this.#put(row);
    }
  }

  /** Replaces the presence of some users, without those who have none any more. */
  replace(ids: readonly number[], rows: readonly PresenceRow[], versions: Versions): void {
    if (versions.users < this.versions.users) return;
    this.versions = versions;
    for (const id of ids) {
      const portion = this.#portionOf(id);
      if (portion.members.delete(id)) this.#count -= 1;
      portion.encoded = undefined;
    }
    for (const row of rows) this.#put(row);
  }

  json(oldest: number): Json<Record<string, Presence>> {
    const pieces = [...this.#portions.values()].flatMap((portion) => {
      const text = encodedSince(portion, oldest);
      return text.length === 0 ? [] : [',', text];
    });
    return new Json('{', ...pieces.slice(1), '}');
  }

  #put(row: PresenceRow): void {
    const portion = this.#portionOf(row.user_id);
    const known = portion.members.get(row.user_id);
    // Concurrent reads can return in reverse order.
    if (known !== undefined && known.id >= row.update_id) return;
    if (known === undefined) this.#count += 1;
    const idleAt = row.idle_at.getTime();
    const text = `"${row.user_id}":${JSON.stringify(presentTimes(row))}`;
    portion.members.set(row.user_id, { text, idleAt, id: row.update_id });
    portion.encoded = undefined;
    portion.oldest = Math.min(portion.oldest, idleAt);
  }

  #portionOf(userId: number): Portion {
    const index = Math.floor(userId / USERS_PER_PORTION);
    const known = this.#portions.get(index);
    if (known !== undefined) return known;
    const portion: Portion = { members: new Map(), encoded: undefined, oldest: Infinity };
    this.#portions.set(index, portion);
    return portion;
  }
}

/** Encodes a portion after deleting users whose presence is older than `oldest`. */
function encodedSince(portion: Portion, oldest: number): Piece {
  if (portion.oldest < oldest) {
    for (const [userId, { idleAt }] of portion.members) if (idleAt < oldest) portion.members.delete(userId);
    portion.oldest = Math.min(...[...portion.members.values()].map(({ idleAt }) => idleAt));
    portion.encoded = undefined;
  }
  portion.encoded ??= pieceOf([...portion.members.values()].map(({ text }) => text).join(','));
  return portion.encoded;
}
