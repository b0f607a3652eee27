import type { RegisteredUser } from '@parley/contract/objects/user.ts';
import { Json, listOf, type Piece, pieceOf } from '../../engine/json-pieces.ts';

/** A user as JSON. */
export type EncodedUser = { readonly id: number; readonly text: string };

/** Users per piece: replacing one user encodes only its piece again. */
const USERS_PER_PIECE = 500;

type UsersPiece = { readonly lastId: number; readonly piece: Piece };

/** A JSON array of users in the order of their ids, of which another version shares the pieces that did not change. */
export class EncodedUsers {
  readonly #pieces: readonly UsersPiece[];

  constructor(pieces: readonly UsersPiece[]) {
    this.#pieces = pieces;
  }

  /** The size in bytes. */
  get size(): number {
    return this.#pieces.reduce((sum, { piece }) => sum + piece.length, 0);
  }

  /** Up to so many pieces with users behind an id, and the last id if more users follow. */
  after(id: number, maxPieces: number): { readonly part: EncodedUsers; readonly lastId: number | undefined } {
    const behind = this.#pieces.filter(({ lastId }) => lastId > id);
    const pieces = behind.slice(0, maxPieces);
    return {
      part: new EncodedUsers(pieces),
      lastId: pieces.length < behind.length ? (pieces.at(-1)?.lastId ?? id) : undefined,
    };
  }

  /** The number of pieces. */
  get length(): number {
    return this.#pieces.length;
  }

  /** The list with another text for a user; the same list if it does not have the user. */
  replace(id: number, text: string): EncodedUsers {
    const index = this.#pieces.findIndex(({ lastId }) => lastId >= id);
    const before = this.#pieces[index];
    if (before === undefined) return this;
    const users = usersOf(before.piece).map((user) => (user.id === id ? { id, text } : user));
    return new EncodedUsers(this.#pieces.toSpliced(index, 1, ...piecesOf(users)));
  }

  /** The list with other texts for these users, who may be new; those without a text are left out. */
  with(texts: ReadonlyMap<number, string | undefined>): EncodedUsers {
    const ids = [...texts.keys()].toSorted((a, b) => a - b);
    let next = 0;
    const changed = this.#pieces.flatMap((before, index) => {
      const first = next;
      const isLast = index === this.#pieces.length - 1;
      while (next < ids.length && (isLast || (ids[next] ?? 0) <= before.lastId)) next += 1;
      if (next === first) return [before];
      const users = new Map<number, string | undefined>(
        usersOf(before.piece).map(({ id, text }) => [id, text]),
      );
      for (const id of ids.slice(first, next)) users.set(id, texts.get(id));
      return piecesOf(inOrder(users));
    });
    return new EncodedUsers(this.#pieces.length === 0 ? piecesOf(inOrder(texts)) : changed);
  }

  json(): Json<RegisteredUser[]> {
    return new Json(...listOf(this.#pieces.map(({ piece }) => [piece])));
  }
}

/** Encodes users in the order of their ids, without holding all of their texts. */
export class UsersEncoder {
  readonly #pieces: UsersPiece[] = [];
  #users: EncodedUser[] = [];

  add(user: EncodedUser): void {
    this.#users.push(user);
    if (this.#users.length === USERS_PER_PIECE) this.#encode();
  }

  finish(): EncodedUsers {
    this.#encode();
    return new EncodedUsers(this.#pieces);
  }

  #encode(): void {
    this.#pieces.push(...piecesOf(this.#users));
    this.#users = [];
  }
}

function piecesOf(users: readonly EncodedUser[]): UsersPiece[] {
  return Array.from({ length: Math.ceil(users.length / USERS_PER_PIECE) }, (_, n) => {
    const some = users.slice(n * USERS_PER_PIECE, (n + 1) * USERS_PER_PIECE);
    return { lastId: some.at(-1)?.id ?? 0, piece: pieceOf(some.map(({ text }) => text).join(',')) };
  });
}

function usersOf(piece: Piece): EncodedUser[] {
  const users = JSON.parse(`[${piece.toString()}]`) as RegisteredUser[];
  return users.map((user) => ({ id: user.user_id, text: JSON.stringify(user) }));
}

function inOrder(texts: ReadonlyMap<number, string | undefined>): EncodedUser[] {
  return [...texts]
    .flatMap(([id, text]) => (text === undefined ? [] : [{ id, text }]))
    .toSorted((a, b) => a.id - b.id);
}
