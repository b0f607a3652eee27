import type { Passage } from './compare-words.ts';
import { pathTo, type Enclosing, type Word } from './words.ts';

/** The new element for each old element that it continues; deleted words are written into it. */
export type Counterparts = ReadonlyMap<Enclosing, Enclosing>;

/** An element continues another if they share words; a block also if it replaced the other. */
export function counterpartsOf(passages: readonly Passage[]): Counterparts {
  const pairing = new Pairing();
  for (const { same } of passages) for (const { old, now } of same) pairing.match(old.inside, now.inside);
  for (const { deleted, inserted } of passages)
    if (deleted.length > 0 && inserted.length > 0) pairing.replace(deleted, inserted);
  return pairing.found;
}

class Pairing {
  readonly found = new Map<Enclosing, Enclosing>();
  readonly #taken = new Set<Enclosing>();

  match(old: Enclosing | null, now: Enclosing | null): void {
    if (old === null || now === null || this.found.get(old) === now) return;
    const partners = pathTo(now);
    for (const [depth, element] of pathTo(old).entries()) {
      const partner = partners[depth];
      if (partner === undefined || partner.open !== element.open) return;
      const known = this.found.get(element);
      if (known !== undefined && known !== partner) return;
      this.#pair(element, partner);
    }
  }

  replace(deleted: readonly Word[], inserted: readonly Word[]): void {
    const free = this.#freeBlocks(inserted);
    for (const { inside } of distinct(deleted)) {
      let parent: Enclosing | null = null;
      for (const element of pathTo(inside)) {
        const partner: Enclosing | undefined =
          this.found.get(element) ?? free.get(parent)?.get(element.open)?.shift();
        if (partner === undefined) break;
        this.#pair(element, partner);
        parent = partner;
      }
    }
  }

  /** New blocks without a counterpart, in order, by parent and opening tag. */
  #freeBlocks(inserted: readonly Word[]): Map<Enclosing | null, Map<string, Enclosing[]>> {
    const free = new Map<Enclosing | null, Map<string, Enclosing[]>>();
    const seen = new Set<Enclosing>();
    for (const { inside } of distinct(inserted))
      for (const element of pathTo(inside)) {
        if (!element.isBlock || seen.has(element) || this.#taken.has(element)) continue;
        seen.add(element);
        const siblings = free.get(element.parent) ?? new Map<string, Enclosing[]>();
        free.set(element.parent, siblings);
        const alike = siblings.get(element.open) ?? [];
        siblings.set(element.open, alike);
        alike.push(element);
      }
    return free;
  }

  #pair(element: Enclosing, partner: Enclosing): void {
    this.found.set(element, partner);
    this.#taken.add(partner);
  }
}

/** Drops words in the same element as the previous word. */
function distinct(words: readonly Word[]): Word[] {
  return words.filter(({ inside }, i) => i === 0 || words[i - 1]?.inside !== inside);
}
