import type { Passage } from './compare-words.ts';
import type { Counterparts } from './counterparts.ts';
import { blockAround, type Enclosing, type Word } from './words.ts';
import { Writer } from './writer.ts';

/** Writes passages so that what came and what went stand in the same block where there is one. */
export class ChangeWriter {
  readonly #writer = new Writer();
  readonly #counterparts: Counterparts;
  readonly #continued: ReadonlySet<Enclosing>;
  /** Elements of the old text that are repeated around deleted words. */
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

  /** Block by block, what came before what went. */
  write({ inserted, deleted, same }: Passage): void {
    let [came, went] = [0, 0];
    const writeInserted = (block: Enclosing | null): void => {
      for (let word = inserted[came]; word !== undefined; word = inserted[came]) {
        if (blockAround(word.inside) !== block) return;
        this.#writer.marked('inserted', word, word.inside);
        came += 1;
      }
    };
    const writeDeleted = (isDue: (block: Enclosing | null) => boolean): void => {
      for (let word = deleted[went]; word !== undefined; word = deleted[went]) {
        if (!isDue(this.#blockOf(word))) return;
        this.#writer.marked('deleted', word, this.#placeOf(aroundDeleted(word)));
        went += 1;
      }
    };

    const open = blockAround(this.#writer.at);
    writeInserted(open);
    if (open !== null) writeDeleted((block) => block === open);
    while (came < inserted.length) {
      const block = blockAround(inserted[came]?.inside ?? null);
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

  /** Where deleted words of an element can stand: in what continues it, or else in a copy of it. */
  #placeOf(element: Enclosing | null): Enclosing | null {
    if (element === null) return null;
    const known = this.#counterparts.get(element) ?? this.#copies.get(element);
    if (known !== undefined) return known;
    const copy = { ...element, parent: this.#placeOf(element.parent) };
    this.#copies.set(element, copy);
    return copy;
  }
}

/** What remains of a changed target stands behind the link. */
function aroundDeleted({ kind, inside }: Word): Enclosing | null {
  return kind === 'target' ? (inside?.parent ?? null) : inside;
}
