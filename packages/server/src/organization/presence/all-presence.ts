import { sql, type Reader } from '../../engine/db/sql.ts';
import { Json, pieceOf, type Piece } from '../../engine/json-pieces.ts';
import type { Presence } from '@parley/contract/objects/presence.ts';
import type { Viewpoint } from '../../http/snapshot.ts';
import { MAX_ANNOUNCED_USERS } from './publish-presence.ts';
import { presentTimes } from './present.ts';
import { presenceAfter, type PresenceRow } from './queries.ts';
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
    [versions.users, headId],
    async (before: AllPresence | undefined): Promise<AllPresence> => {
      // Activated and deactivated users change the list, so a new users version discards the cache.
      const all = before?.users === versions.users ? before : new AllPresence(versions.users);
      if (all.isRecent(now)) return all;
      // May include changes after this log position: clients track presence by update id, not by log position.
      if (all.last < headId)
        all.add(
          await presenceAfter(bulk, realm.id, all.last, all.last < 0 ? new Date(oldest) : undefined),
          now,
        );
      return all;
    },
  );
  return { presences: all.json(oldest), last: all.last };
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
  readonly users: number;
  /** The last update id; -1 if there is no presence. */
  last = -1;
  readonly #portions = new Map<number, Portion>();
  #count = 0;
  #readAt = 0;

  constructor(users: number) {
    this.users = users;
  }

  /** Large organizations publish no presence events, and their clients soon request changes: stale data is acceptable. */
  isRecent(now: number): boolean {
    return this.#count > MAX_ANNOUNCED_USERS && Math.abs(now - this.#readAt) < MAX_STALENESS_MS;
  }

  get size(): number {
    return this.#count * ESTIMATED_BYTES_PER_USER;
  }

  add(rows: readonly PresenceRow[], now: number): void {
    this.#readAt = now;
    for (const row of rows) {
      const portion = this.#portionOf(row.user_id);
      const known = portion.members.get(row.user_id);
      this.last = Math.max(this.last, row.update_id);
      // Concurrent reads can return in reverse order.
      if (known !== undefined && known.id >= row.update_id) continue;
      if (known === undefined) this.#count += 1;
      const idleAt = row.idle_at.getTime();
      const text = `"${row.user_id}":${JSON.stringify(presentTimes(row))}`;
      portion.members.set(row.user_id, { text, idleAt, id: row.update_id });
      portion.encoded = undefined;
      portion.oldest = Math.min(portion.oldest, idleAt);
    }
  }

  json(oldest: number): Json<Record<string, Presence>> {
    const pieces = [...this.#portions.values()].flatMap((portion) => {
      const text = encodedSince(portion, oldest);
      return text.length === 0 ? [] : [',', text];
    });
    return new Json('{', ...pieces.slice(1), '}');
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
