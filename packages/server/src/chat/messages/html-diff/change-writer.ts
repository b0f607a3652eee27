import type { Passage } from './compare-words.ts';
import type { Counterparts } from './counterparts.ts';
import { blockAround, type Enclosing, type Word } from './words.ts';
import { Writer } from './writer.ts';

/** Writes passages so that inserted and deleted words share a block where possible. */
export class ChangeWriter {
  readonly #writer = new Writer();
  readonly #counterparts: Counterparts;
  readonly #continued: ReadonlySet<Enclosing>;
  /** Copies of old elements, repeated around deleted words. */
  readonly #copies = new Map<Enclosing, Enclosing>();

  constructor(counterparts: Counterparts) {
    this.#counterparts = counterparts;
    this.#continued = new Set(counterparts.values());
  }

  get length(): number {
    return this.#writer.length;
  }

  finish(): string {
    return this.#writer.finish();
  }

  /** Writes a passage block by block, inserted words before deleted ones. */
  write({ inserted, deleted, same }: Passage): void {
    let [insertedAt, deletedAt] = [0, 0];
    const writeInserted = (block: Enclosing | null): void => {
      for (let word = inserted[insertedAt]; word !== undefined; word = inserted[insertedAt]) {
        if (blockAround(word.inside) !== block) return;
        this.#writer.marked('inserted', word, word.inside);
        insertedAt += 1;
      }
    };
    const writeDeleted = (isDue: (block: Enclosing | null) => boolean): void => {
      for (let word = deleted[deletedAt]; word !== undefined; word = deleted[deletedAt]) {
        if (!isDue(this.#blockOf(word))) return;
        this.#writer.marked('deleted', word, this.#placeOf(aroundDeleted(word)));
        deletedAt += 1;
      }
    };

    const open = blockAround(this.#writer.at);
    writeInserted(open);
    if (open !== null) writeDeleted((block) => block === open);
    while (insertedAt < inserted.length) {
      const block = blockAround(inserted[insertedAt]?.inside ?? null);
      writeInserted(block);
      writeDeleted((other) => other === block || other === null || !this.#continued.has(other));
    }
    writeDeleted(() => true);
    for (const { now } of same) this.#writer.same(now);
  }

  #blockOf(deleted: Word): Enclosing | null {
    const block = blockAround(aroundDeleted(deleted));
    return block === null ? null : (this.#counterparts.get(block) ?? block);
  }

  /** The element for deleted words: the counterpart of their old element, or else a copy of it. */
  #placeOf(element: Enclosing | null): Enclosing | null {
    if (element === null) return null;
    const known = this.#counterparts.get(element) ?? this.#copies.get(element);
    if (known !== undefined) return known;
    const copy = { ...element, parent: this.#placeOf(element.parent) };
    this.#copies.set(element, copy);
    return copy;
  }
}

/** A deleted link target is written after the link, not inside it. */
function aroundDeleted({ kind, inside }: Word): Enclosing | null {
  return kind === 'target' ? (inside?.parent ?? null) : inside;
}
