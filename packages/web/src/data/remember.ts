/** Remembers the result for an object as long as the object lives; parts of states never change. */
export function rememberPer<K extends object, V>(compute: (part: K) => V): (part: K) => V {
  const known = new WeakMap<K, { readonly value: V }>();
  return (part) => {
    const entry = known.get(part) ?? { value: compute(part) };
    known.set(part, entry);
    return entry.value;
  };
}
