/**
 * Works something out once for each row that was read: rows do not change, and some are kept. What else it takes
 * has to be the same for a row every time.
 */
export function perRow<R extends object, A extends readonly unknown[], V>(
  work: (row: R, ...same: A) => V,
): (row: R, ...same: A) => Readonly<V> {
  const known = new WeakMap<R, Readonly<V>>();
  return (row, ...same) => {
    const before = known.get(row);
    if (before !== undefined) return before;
    const value = work(row, ...same);
    known.set(row, value);
    return value;
  };
}
