/** Puts something into a map that keeps at most so many: the one that was put there longest ago makes room. */
export const keepRecent = <K, V>(map: Map<K, V>, key: K, value: V, most: number): void => {
  map.delete(key);
  map.set(key, value);
  const [oldest] = map.keys();
  if (map.size > most && oldest !== undefined) map.delete(oldest);
};
