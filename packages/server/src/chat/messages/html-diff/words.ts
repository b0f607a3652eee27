/** An element around words. Its opening tag is written out; `parent` is null at the top. */
export type Enclosing = {
  readonly name: string;
  readonly open: string;
  readonly isBlock: boolean;
  readonly parent: Enclosing | null;
  /** How many elements are around it. */
  readonly depth: number;
};

/** White space between words, and where it stands. It is never compared. */
type Space = { readonly text: string; readonly inside: Enclosing | null };

/**
 * The smallest thing that is compared: a word, the target of a link, something that has no words (a picture, a
 * formula), or an element with nothing in it.
 */
export type Word = {
  readonly kind: 'text' | 'target' | 'unit' | 'nothing';
  /** Words with the same key are the same. */
  readonly key: string;
  readonly html: string;
  /** The innermost element around it. */
  readonly inside: Enclosing | null;
  readonly before: readonly Space[];
  /** White space that follows in the same text. */
  readonly after: string;
};

/** An element and those around it, the outermost first. */
export function pathTo(element: Enclosing | null): Enclosing[] {
  const path: Enclosing[] = [];
  for (let at = element; at !== null; at = at.parent) path.push(at);
  return path.toReversed();
}

/** The innermost block; null at the top. */
export function blockAround(element: Enclosing | null): Enclosing | null {
  let at = element;
  while (at !== null && !at.isBlock) at = at.parent;
  return at;
}

/** The innermost element around both, which may be one of them; null if there is none. */
export function innermostShared(one: Enclosing | null, other: Enclosing | null): Enclosing | null {
  let [left, right] = [one, other];
  while (left !== right) {
    if (left === null || right === null) return null;
    if (left.depth >= right.depth) left = left.parent;
    else right = right.parent;
  }
  return left;
}
