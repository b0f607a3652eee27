/** Wishes about topics from the least visible to the most: muted, none, unmuted, followed. */
const VISIBILITY = [1, 0, 2, 3] as const;
export type Policy = (typeof VISIBILITY)[number];

/**
 * What somebody wishes about a topic into which another one went. If it had messages already, what makes more
 * visible wins; otherwise the wish comes along.
 */
export function policyAfterMove(source: number, target: number, hadMessages: boolean): Policy {
  const rank = (policy: number): number => VISIBILITY.findIndex((one) => one === policy);
  if (!hadMessages) return VISIBILITY[rank(source === 0 ? target : source)] ?? 0;
  return VISIBILITY[Math.max(rank(source), rank(target))] ?? 0;
}
