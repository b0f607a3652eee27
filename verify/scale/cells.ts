import type { Seeded } from '@parley/test-support/seeded.ts';

/** Limits of every cell, in users. */
export type CellLimits = {
  /** No cell may have more. */
  readonly full: number;
  /** New organizations, and moved ones, go to cells below this. */
  readonly placeBelow: number;
  /** A cell above this moves organizations to others. */
  readonly moveAbove: number;
};

/** Limits for a level in [0, 1] up to which cells are filled. */
export function limitsFor(full: number, level: number): CellLimits {
  return { full, placeBelow: full * level, moveAbove: full * (level + MOVE_MARGIN) };
}

/** Growth that a cell takes after it is closed for new organizations, as a part of its limit. */
const MOVE_MARGIN = 0.15;
/** Cells that are open at once, as a part of all: young organizations grow, and should not share one cell. */
const OPEN_SHARE = 0.02;

/** Moves end this near to the level, because the last few users would need many more of them. */
const MOVE_TOLERANCE = 0.01;
/** Part of the excess that an organization must take with it, if a larger one could move instead. */
const MIN_HELP = 0.05;

type Cell = { users: number; readonly members: number[] };

export type Move = { readonly organization: number; readonly users: number };

/** Cells with the organizations that live in them. */
export class Cells {
  readonly #limits: CellLimits;
  readonly #random: Seeded;
  readonly #cells: Cell[] = [];
  /** Sizes and cells by organization. */
  readonly #sizes: Uint32Array;
  readonly #homes: Int32Array;
  /** Cells below the level for new organizations. */
  #open: number[] = [];

  constructor(organizations: number, limits: CellLimits, random: Seeded) {
    this.#limits = limits;
    this.#random = random;
    this.#sizes = new Uint32Array(organizations);
    this.#homes = new Int32Array(organizations).fill(-1);
  }

  get count(): number {
    return this.#cells.length;
  }

  /** Users of every cell. */
  get users(): number[] {
    return this.#cells.map(({ users }) => users);
  }

  /** Organizations of every cell. */
  get members(): readonly (readonly number[])[] {
    return this.#cells.map(({ members }) => members);
  }

  homeOf(organization: number): number {
    return this.#homes[organization] ?? -1;
  }

  place(organization: number, size: number): void {
    this.#sizes[organization] = size;
    this.#enter(organization, this.#choose(size));
  }

  resize(organization: number, size: number): void {
    const cell = this.#cells[this.homeOf(organization)];
    if (cell === undefined) throw new Error(`Organization ${organization} lives in no cell.`);
    cell.users += size - (this.#sizes[organization] ?? 0);
    this.#sizes[organization] = size;
  }

  /** Moves organizations out of cells that are too full, and returns the moves. */
  rebalance(): Move[] {
    const { full, placeBelow, moveAbove } = this.#limits;
    this.#open = [...this.#cells.keys()].filter((n) => (this.#cells[n]?.users ?? 0) < placeBelow);
    const moves: Move[] = [];
    for (const [place, cell] of this.#cells.entries())
      if (cell.users > moveAbove)
        while (cell.users > placeBelow + full * MOVE_TOLERANCE && cell.members.length > 1)
          moves.push(this.#moveOut(place, cell.users - placeBelow));
    return moves;
  }

  /** Throws if a cell is above its limit. */
  check(): void {
    for (const [place, { users }] of this.#cells.entries())
      if (users > this.#limits.full)
        throw new Error(`Cell ${place} has ${users} users, ${this.#limits.full} are allowed.`);
  }

  #moveOut(from: number, excess: number): Move {
    const members = this.#cells[from]?.members ?? [];
    const chosen = chooseToMove(
      members.map((organization) => this.#sizes[organization] ?? 0),
      excess,
    );
    const organization = members[chosen] ?? 0;
    const users = this.#sizes[organization] ?? 0;
    this.#leave(from, chosen);
    this.#enter(organization, this.#choose(users, from));
    return { organization, users };
  }

  #enter(organization: number, place: number): void {
    const cell = this.#cells[place] as Cell;
    cell.members.push(organization);
    cell.users += this.#sizes[organization] ?? 0;
    this.#homes[organization] = place;
  }

  #leave(place: number, member: number): void {
    const { members } = this.#cells[place] as Cell;
    const organization = members[member] ?? 0;
    members[member] = members.at(-1) ?? 0;
    members.pop();
    (this.#cells[place] as Cell).users -= this.#sizes[organization] ?? 0;
    this.#homes[organization] = -1;
  }

  /** The emptier of two random open cells: nearly as even as the emptiest of all, and needs no list by fill level. */
  #choose(size: number, except = -1): number {
    const { placeBelow } = this.#limits;
    this.#open = this.#open.filter((n) => n !== except && (this.#cells[n]?.users ?? 0) < placeBelow);
    while (this.#open.length < 1 + this.#cells.length * OPEN_SHARE) this.#add();
    const [one, other] = [this.#random.pick(this.#open), this.#random.pick(this.#open)];
    const emptier = (this.#cells[one]?.users ?? 0) <= (this.#cells[other]?.users ?? 0) ? one : other;
    const room = placeBelow - (this.#cells[emptier]?.users ?? 0);
    return size <= room ? emptier : this.#roomFor(size);
  }

  /** An open cell with room, or a further cell. An organization above the level gets a cell for itself. */
  #roomFor(size: number): number {
    const fits = (users: number): boolean => users === 0 || users + size <= this.#limits.placeBelow;
    return this.#open.find((n) => fits(this.#cells[n]?.users ?? 0)) ?? this.#add();
  }

  #add(): number {
    this.#open.push(this.#cells.push({ users: 0, members: [] }) - 1);
    return this.#cells.length - 1;
  }
}

/**
 * The place of the size to move: the largest that is not above the excess, so that few organizations move and none is
 * larger than needed. If that one hardly helps, the next larger size moves instead of thousands of small ones.
 */
export function chooseToMove(sizes: readonly number[], excess: number): number {
  let below = -1;
  let above = -1;
  for (const [place, size] of sizes.entries())
    if (size <= excess) below = below < 0 || size > (sizes[below] ?? 0) ? place : below;
    else above = above < 0 || size < (sizes[above] ?? 0) ? place : above;
  if (below < 0) return above;
  return above >= 0 && (sizes[below] ?? 0) < excess * MIN_HELP ? above : below;
}
