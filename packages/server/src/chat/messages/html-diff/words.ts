/** An element that contains words. `open` is its opening tag; `parent` is null at the top level. */
export type Enclosing = {
  readonly name: string;
  readonly open: string;
  readonly isBlock: boolean;
  readonly parent: Enclosing | null;
  /** The number of enclosing elements. */
  readonly depth: number;
};

/** White space between words, and its enclosing element. White space is not compared. */
type Space = { readonly text: string; readonly inside: Enclosing | null };

/**
 * The smallest unit of comparison: a word, the target of a link, an element without words (an image, a formula), or
 * an empty element.
 */
export type Word = {
  readonly kind: 'text' | 'target' | 'unit' | 'nothing';
  /** Words with the same key are equal. */
  readonly key: string;
  readonly html: string;
  /** The innermost enclosing element. */
  readonly inside: Enclosing | null;
  readonly before: readonly Space[];
  /** White space that follows in the same text node. */
  readonly after: string;
};

/** The element and its ancestors, outermost first. */
export function pathTo(element: Enclosing | null): Enclosing[] {
  const path: Enclosing[] = [];
  for (let at = element; at !== null; at = at.parent) path.push(at);
  return path.toReversed();
}

/** The innermost enclosing block; null at the top level. */
export function blockAround(element: Enclosing | null): Enclosing | null {
  let at = element;
  while (at !== null && !at.isBlock) at = at.parent;
  return at;
}

/** The innermost common ancestor, which may be one of the two; null if there is none. */
export function innermostShared(one: Enclosing | null, other: Enclosing | null): Enclosing | null {
  let [left, right] = [one, other];
  while (left !== right) {
    if (left === null || right === null) return null;
    if (left.depth >= right.depth) left = left.parent;
    else right = right.parent;
  }
  return left;
}
