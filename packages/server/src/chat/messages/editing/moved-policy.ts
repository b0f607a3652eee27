/** Visibility policies from least to most visible: muted, none, unmuted, followed. */
const VISIBILITY = [1, 0, 2, 3] as const;
export type TopicPolicy = (typeof VISIBILITY)[number];

/**
 * A user's visibility policy for the target topic after a move. If the target had messages, the more visible policy
 * wins; otherwise the source's policy moves along.
 */
export function policyAfterMove(source: number, target: number, hadMessages: boolean): TopicPolicy {
  const rank = (policy: number): number => VISIBILITY.findIndex((one) => one === policy);
  if (!hadMessages) return VISIBILITY[rank(source === 0 ? target : source)] ?? 0;
  return VISIBILITY[Math.max(rank(source), rank(target))] ?? 0;
}
