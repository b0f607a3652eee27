import type { RegisteredUser } from '@parley/contract/objects/user.ts';
import { setImmediate } from 'node:timers/promises';
import { Json, listOf, type Piece, pieceOf } from '../../engine/json-pieces.ts';
import type { Viewpoint } from '../../http/snapshot.ts';
import { readProfiles } from '../profile-fields/rows.ts';
import { seesAddress } from './email-visibility.ts';
import { presentRegistered, type UserVisibility, userVisibilityOf } from './present.ts';
import { usersPages } from './queries.ts';

/** All users as somebody sees them from whom nobody is hidden: the same for everybody of a role, but for themselves. */
export async function everybodySeen(viewpoint: Viewpoint) {
  const { realm, user, wishes, shared, versions } = viewpoint;
  const lists = await shared.read(
    `${realm.id} users ${user.role} ${wishes.clientGravatar}`,
    [versions.users],
    () => readLists(viewpoint),
  );
  // Nobody who is not active registers.
  const realm_users = seesAddress({ ...user, id: NOBODY }, user)
    ? lists.active.json()
    : lists.active.json(user.id, JSON.stringify(await oneselfIn(viewpoint)));
  return { realm_users, realm_non_active_users: lists.inactive.json() };
}

/** An id that no account has. */
const NOBODY = 0;

async function oneselfIn(viewpoint: Viewpoint): Promise<RegisteredUser> {
  const { reader, realm, user, wishes } = viewpoint;
  const profiles = await readProfiles(reader, realm.id, [user]);
  const visibility = userVisibilityOf(viewpoint, viewpoint, wishes.clientGravatar);
  return presentRegistered(user, visibility, profiles.get(user.id) ?? {});
}

/** Users who are encoded in one go: others get their turn in between. */
const AT_ONCE = 1_000;

async function readLists(viewpoint: Viewpoint) {
  const { reader, realm, user, wishes } = viewpoint;
  const visibility: UserVisibility = {
    ...userVisibilityOf(viewpoint, viewpoint, wishes.clientGravatar),
    seesAddress: (other) => seesAddress({ ...user, id: NOBODY }, other),
  };
  const active = new ListOfUsers();
  const inactive = new ListOfUsers();
  for await (const page of usersPages(reader, realm.id)) {
    const profiles = await readProfiles(reader, realm.id, page);
    for (let from = 0; from < page.length; from += AT_ONCE) {
      for (const one of page.slice(from, from + AT_ONCE))
        (one.is_active ? active : inactive).add(
          one.id,
          JSON.stringify(presentRegistered(one, visibility, profiles.get(one.id) ?? {})),
        );
      await setImmediate();
    }
  }
  return { active, inactive, size: active.close() + inactive.close() };
}

/** Users who are kept in one piece: of it, a copy is made for whoever stands in it otherwise. */
const PORTION = 500;

/** A list in JSON of which one can be replaced. */
class ListOfUsers {
  #open: { readonly ids: number[]; readonly texts: string[] } = { ids: [], texts: [] };
  /** In the order of ids. */
  readonly #closed: { readonly lastId: number; readonly piece: Piece }[] = [];
  #length = 0;

  add(id: number, text: string): void {
    this.#open.ids.push(id);
    this.#open.texts.push(text);
    if (this.#open.ids.length === PORTION) this.#end();
  }

  /** Nobody is added any more. Answers how many bytes it takes. */
  close(): number {
    if (this.#open.ids.length > 0) this.#end();
    return this.#length;
  }

  json(id?: number, instead = ''): Json<RegisteredUser[]> {
    const place = id === undefined ? -1 : this.#closed.findIndex(({ lastId }) => lastId >= id);
    const items = this.#closed.map(({ piece }, n) => [n === place ? replaced(piece, id, instead) : piece]);
    return new Json(...listOf(items));
  }

  #end(): void {
    const { ids, texts } = this.#open;
    const piece = pieceOf(texts.join(','));
    this.#closed.push({ lastId: ids.at(-1) ?? 0, piece });
    this.#length += piece.length;
    this.#open = { ids: [], texts: [] };
  }
}

function replaced(piece: Piece, id: number | undefined, instead: string): string {
  const users = JSON.parse(`[${piece.toString()}]`) as RegisteredUser[];
  return users.map((one) => (one.user_id === id ? instead : JSON.stringify(one))).join(',');
}
