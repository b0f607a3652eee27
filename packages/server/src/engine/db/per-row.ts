/** Memoizes a function by its row argument, which must be immutable; the other arguments must be equal for equal rows. */
export function memoizePerRow<R extends object, A extends readonly unknown[], V>(
  work: (row: R, ...args: A) => V,
): (row: R, ...args: A) => Readonly<V> {
  const cache = new WeakMap<R, Readonly<V>>();
  return (row, ...args) => {
    const cached = cache.get(row);
    if (cached !== undefined) return cached;
    const value = work(row, ...args);
    cache.set(row, value);
    return value;
  };
}
