/** A part of a long list that is stored as one record. Its content never changes: a changed part gets a new key. */
export type Portion<T> = { readonly key: string; readonly items: readonly T[] };

/** Portions of a list that keep as many of the known ones as possible. Items are compared by identity. */
export function planPortions<T>(
  known: readonly Portion<T>[],
  items: readonly T[],
  newKey: () => string,
  maxItems: number,
): readonly Portion<T>[] {
  const total = known.reduce((sum, portion) => sum + portion.items.length, 0);
  if (total === items.length && total > 0) return replaced(known, items, newKey);
  const front = countFront(known, items);
  const back = countBack(known.slice(front.portions), items, front.items);
  const middle = items.slice(front.items, items.length - back.items);
  return [
    ...known.slice(0, front.portions),
    ...cut(middle, maxItems).map((part) => ({ key: newKey(), items: part })),
    ...known.slice(known.length - back.portions),
  ];
}

/** Portions of the same lengths. */
function replaced<T>(
  known: readonly Portion<T>[],
  items: readonly T[],
  newKey: () => string,
): readonly Portion<T>[] {
  let start = 0;
  return known.map((portion) => {
    const from = start;
    start += portion.items.length;
    return isAt(portion, items, from) ? portion : { key: newKey(), items: items.slice(from, start) };
  });
}

type Count = { readonly portions: number; readonly items: number };

function countFront<T>(known: readonly Portion<T>[], items: readonly T[]): Count {
  let start = 0;
  for (const [portions, portion] of known.entries()) {
    if (!isAt(portion, items, start)) return { portions, items: start };
    start += portion.items.length;
  }
  return { portions: known.length, items: start };
}

function countBack<T>(known: readonly Portion<T>[], items: readonly T[], taken: number): Count {
  let end = items.length;
  for (const [portions, portion] of known.toReversed().entries()) {
    const start = end - portion.items.length;
    if (start < taken || !isAt(portion, items, start)) return { portions, items: items.length - end };
    end = start;
  }
  return { portions: known.length, items: items.length - end };
}

function isAt<T>(portion: Portion<T>, items: readonly T[], start: number): boolean {
  return (
    start + portion.items.length <= items.length &&
    portion.items.every((item, n) => Object.is(item, items[start + n]))
  );
}

/** Parts of about the same length, so that insertions do not leave tiny ones behind. */
function cut<T>(items: readonly T[], maxItems: number): readonly (readonly T[])[] {
  const parts = Math.ceil(items.length / maxItems);
  const bound = (n: number): number => Math.round((n * items.length) / parts);
  return Array.from({ length: parts }, (_, n) => items.slice(bound(n), bound(n + 1)));
}
