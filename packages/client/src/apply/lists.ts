/** The list with one element more, or with the one of the same key replaced. */
export const put = <T>(list: readonly T[], key: keyof T, item: T): T[] =>
  list.some((other) => other[key] === item[key])
    ? list.map((other) => (other[key] === item[key] ? item : other))
    : [...list, item];

export const without = <T, K extends keyof T>(list: readonly T[], key: K, value: T[K]): T[] =>
  list.filter((other) => other[key] !== value);

/** The list with one element changed; the same list when it is not there. */
export const change = <T, K extends keyof T>(
  list: readonly T[],
  key: K,
  value: T[K],
  update: (item: T) => T,
): T[] =>
  list.some((other) => other[key] === value)
    ? list.map((other) => (other[key] === value ? update(other) : other))
    : (list as T[]);

/** Both sets of ids, ascending. */
export const union = (ids: readonly number[], more: readonly number[]): number[] =>
  [...new Set([...ids, ...more])].toSorted((a, b) => a - b);

export const difference = (ids: readonly number[], gone: readonly number[]): number[] =>
  ids.filter((id) => !gone.includes(id));
