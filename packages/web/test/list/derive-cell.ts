import type { Cell } from '../../src/data/cell.ts';

/** A cell computed from another one, at most once per value of that one. */
export function deriveCell<S, T>(source: Cell<S>, compute: (value: S) => T): Cell<T> {
  let known: { readonly from: S; readonly value: T } | undefined;
  return {
    get: () => {
      const from = source.get();
      if (known === undefined || !Object.is(known.from, from)) known = { from, value: compute(from) };
      return known.value;
    },
    subscribe: (listener) => source.subscribe(listener),
  };
}
