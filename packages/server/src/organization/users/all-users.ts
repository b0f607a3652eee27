import type { RegisteredUser } from '@parley/contract/objects/user.ts';
import { setImmediate } from 'node:timers/promises';
import { Json, listOf, type Piece, pieceOf } from '../../engine/json-pieces.ts';
import type { Viewpoint } from '../../http/snapshot.ts';
import { readProfiles } from '../profile-fields/rows.ts';
import { seesAddress } from './email-visibility.ts';
import { presentRegistered, type UserVisibility, userVisibilityOf } from './present.ts';
import { usersPages } from './queries.ts';

/** All users, for a viewer with unrestricted visibility. Viewers of one role share the list, except for their own entry. */
export async function allUsersState(viewpoint: Viewpoint) {
  const { realm, user, clientOptions, shared, versions } = viewpoint;
  const lists = await shared.read(
    `${realm.id} users ${user.role} ${clientOptions.clientGravatar}`,
    [versions.users],
    () => readLists(viewpoint),
  );
  // The viewer is always active: deactivated users cannot register a queue.
  const realm_users = seesAddress({ ...user, id: NO_USER_ID }, user)
    ? lists.active.json()
    : lists.active.json(user.id, JSON.stringify(await ownEntry(viewpoint)));
  return { realm_users, realm_non_active_users: lists.inactive.json() };
}

/** An id that no account has. */
const NO_USER_ID = 0;

async function ownEntry(viewpoint: Viewpoint): Promise<RegisteredUser> {
  const { reader, realm, user, clientOptions } = viewpoint;
  const profiles = await readProfiles(reader, realm.id, [user]);
  const visibility = userVisibilityOf(viewpoint, viewpoint, clientOptions.clientGravatar);
  return presentRegistered(user, visibility, profiles.get(user.id) ?? {});
}

/** Users encoded before yielding to the event loop. */
const ENCODE_BATCH_SIZE = 1_000;

async function readLists(viewpoint: Viewpoint) {
  const { bulk, realm, user, clientOptions } = viewpoint;
  const visibility: UserVisibility = {
    ...userVisibilityOf(viewpoint, viewpoint, clientOptions.clientGravatar),
    seesAddress: (other) => seesAddress({ ...user, id: NO_USER_ID }, other),
  };
  const active = new EncodedUsers();
  const inactive = new EncodedUsers();
  for await (const page of usersPages(bulk, realm.id)) {
    const profiles = await readProfiles(bulk, realm.id, page);
    for (let from = 0; from < page.length; from += ENCODE_BATCH_SIZE) {
      for (const other of page.slice(from, from + ENCODE_BATCH_SIZE))
        (other.is_active ? active : inactive).add(
          other.id,
          JSON.stringify(presentRegistered(other, visibility, profiles.get(other.id) ?? {})),
        );
      await setImmediate();
    }
  }
  return { active, inactive, size: active.close() + inactive.close() };
}

/** Users per encoded piece; replacing one user re-encodes only its piece. */
const USERS_PER_PIECE = 500;

/** A JSON array of users in which one entry can be replaced per viewer. */
class EncodedUsers {
  #open: { readonly ids: number[]; readonly texts: string[] } = { ids: [], texts: [] };
  /** Ascending by id. */
  readonly #closed: { readonly lastId: number; readonly piece: Piece }[] = [];
  #length = 0;

  add(id: number, text: string): void {
    this.#open.ids.push(id);
    this.#open.texts.push(text);
    if (this.#open.ids.length === USERS_PER_PIECE) this.#closePiece();
  }

  /** Completes the list and returns its size in bytes. */
  close(): number {
    if (this.#open.ids.length > 0) this.#closePiece();
    return this.#length;
  }

  json(id?: number, replacement = ''): Json<RegisteredUser[]> {
    const index = id === undefined ? -1 : this.#closed.findIndex(({ lastId }) => lastId >= id);
    const items = this.#closed.map(({ piece }, n) => [
      n === index ? withReplacement(piece, id, replacement) : piece,
    ]);
    return new Json(...listOf(items));
  }

  #closePiece(): void {
    const { ids, texts } = this.#open;
    const piece = pieceOf(texts.join(','));
    this.#closed.push({ lastId: ids.at(-1) ?? 0, piece });
    this.#length += piece.length;
    this.#open = { ids: [], texts: [] };
  }
}

function withReplacement(piece: Piece, id: number | undefined, replacement: string): string {
  const users = JSON.parse(`[${piece.toString()}]`) as RegisteredUser[];
  return users.map((user) => (user.user_id === id ? replacement : JSON.stringify(user))).join(',');
}
