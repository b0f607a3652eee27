import { sql, type Reader } from '../../engine/db/sql.ts';
import { Json, pieceOf, type Piece } from '../../engine/json-pieces.ts';
import type { Presence } from '@parley/contract/objects/presence.ts';
import type { Viewpoint } from '../../http/snapshot.ts';
import { MAX_ANNOUNCED_USERS } from './announce.ts';
import { presentTimes } from './present.ts';
import { presenceAfter, type PresenceRow } from './queries.ts';
import { DEFAULT_HISTORY_DAYS } from './times.ts';

const DAY_MS = 86_400_000;

/** The presence of all users, for those from whom nobody is hidden; and the newest number in it. */
export async function allPresenceState(
  viewpoint: Viewpoint,
): Promise<{ presences: Json<Record<string, Presence>>; last: number }> {
  const { reader, realm, shared, versions, now } = viewpoint;
  const oldest = now - DEFAULT_HISTORY_DAYS * DAY_MS;
  const top = await newest(reader, realm.id);
  const all = await shared.read(
    `${realm.id} presence`,
    [versions.users, top],
    async (before: AllPresence | undefined): Promise<AllPresence> => {
      // Whose account begins or ends comes and goes: then everything is read anew.
      const all = before?.users === versions.users ? before : new AllPresence(versions.users);
      if (all.isRecent(now)) return all;
      // What was told since this moment may be told as well: it is asked for by its number, not by the log.
      if (all.last < top)
        all.add(
          await presenceAfter(reader, realm.id, all.last, all.last < 0 ? new Date(oldest) : undefined),
          now,
        );
      return all;
    },
  );
  return { presences: all.json(oldest), last: all.last };
}

async function newest(reader: Reader, realmId: number): Promise<number> {
  const head = await reader.first(
    sql<{ last_id: number }>`select last_id from presence_head where realm_id = ${realmId}`,
  );
  return head?.last_id ?? -1;
}

/** Users whose presence is encoded together: when one of them changes, so is theirs. */
const PORTION = 500;
const SIZE_OF_ONE = 300;
const RECENT_MS = 1_000;

type Portion = {
  readonly members: Map<number, { readonly text: string; readonly idleAt: number; readonly id: number }>;
  /** Undefined when somebody has changed. */
  encoded: Piece | undefined;
  oldest: number;
};

class AllPresence {
  readonly users: number;
  /** As clients bring it: -1 when there is nobody. */
  last = -1;
  readonly #portions = new Map<number, Portion>();
  #count = 0;
  #readAt = 0;

  constructor(users: number) {
    this.users = users;
  }

  /** Where nobody is told who comes, everybody asks for it soon after by the number: a second does not matter. */
  isRecent(now: number): boolean {
    return this.#count > MAX_ANNOUNCED_USERS && Math.abs(now - this.#readAt) < RECENT_MS;
  }

  get size(): number {
    return this.#count * SIZE_OF_ONE;
  }

  add(rows: readonly PresenceRow[], now: number): void {
    this.#readAt = now;
    for (const row of rows) {
      const portion = this.#portionOf(row.user_id);
      const known = portion.members.get(row.user_id);
      this.last = Math.max(this.last, row.update_id);
      // Read twice at once, the older answer came later.
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
    const place = Math.floor(userId / PORTION);
    const known = this.#portions.get(place);
    if (known !== undefined) return known;
    const portion: Portion = { members: new Map(), encoded: undefined, oldest: Infinity };
    this.#portions.set(place, portion);
    return portion;
  }
}

/** Who was not seen for long is not told, and forgotten. */
function encodedSince(portion: Portion, oldest: number): Piece {
  if (portion.oldest < oldest) {
    for (const [userId, { idleAt }] of portion.members) if (idleAt < oldest) portion.members.delete(userId);
    portion.oldest = Math.min(...[...portion.members.values()].map(({ idleAt }) => idleAt));
    portion.encoded = undefined;
  }
  portion.encoded ??= pieceOf([...portion.members.values()].map(({ text }) => text).join(','));
  return portion.encoded;
}
