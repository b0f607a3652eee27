/** The list with one element more, or with the one of the same key replaced. */
export function put<T>(list: readonly T[], key: keyof T, item: T): T[] {
  return list.some((other) => other[key] === item[key])
    ? list.map((other) => (other[key] === item[key] ? item : other))
    : [...list, item];
}

export function without<T, K extends keyof T>(list: readonly T[], key: K, value: T[K]): T[] {
  return list.filter((other) => other[key] !== value);
}

/** The list with one element changed; the same list when it is not there. */
export function change<T, K extends keyof T>(
  list: readonly T[],
  key: K,
  value: T[K],
  update: (item: T) => T,
): T[] {
  return list.some((other) => other[key] === value)
    ? list.map((other) => (other[key] === value ? update(other) : other))
    : (list as T[]);
}

/** Both sets of ids, ascending. */
export function union(ids: readonly number[], more: readonly number[]): number[] {
  return [...new Set([...ids, ...more])].toSorted((a, b) => a - b);
}

export function difference(ids: readonly number[], gone: readonly number[]): number[] {
  return ids.filter((id) => !gone.includes(id));
}
