/** Keeps the best entries of a long list without sorting all of it. */
export type Best<T> = { readonly add: (entry: T) => void; readonly list: () => readonly T[] };

/** `compare` is negative when the first entry is better; entries added first win among equals. */
export function keepBest<T>(max: number, compare: (a: T, b: T) => number): Best<T> {
  const kept: T[] = [];
  return {
    add: (entry) => {
      const last = kept.at(-1);
      if (kept.length === max && last !== undefined && compare(entry, last) >= 0) return;
      let at = kept.length;
      while (at > 0 && compare(entry, kept[at - 1] as T) < 0) at -= 1;
      kept.splice(at, 0, entry);
      if (kept.length > max) kept.pop();
    },
    list: () => kept,
  };
}
