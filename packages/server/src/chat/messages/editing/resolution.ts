const RESOLVED_PREFIX = '✔ ';

export type Resolution = 'resolved' | 'unresolved';

/** Whether a topic only gains or loses the prefix; `after` is the name before truncation. */
export function resolutionOf(before: string, after: string): Resolution | undefined {
  if (!before.startsWith(RESOLVED_PREFIX)) return after === RESOLVED_PREFIX + before ? 'resolved' : undefined;
  return after === before.replace(/^[✔ ]+/, '') ? 'unresolved' : undefined;
}

export function isResolved(topic: string): boolean {
  return topic.startsWith(RESOLVED_PREFIX);
}

export function withoutResolvedMark(topic: string): string {
  return isResolved(topic) ? topic.slice(RESOLVED_PREFIX.length) : topic;
}

/** Whether the topic is the prefix alone or with the empty topic's name: the empty topic cannot be resolved. */
export function isBareMark(topic: string, emptyName: string): boolean {
  return topic === RESOLVED_PREFIX.trim() || topic === RESOLVED_PREFIX + emptyName;
}
