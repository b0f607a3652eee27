/** Topics that are dealt with begin with this. */
const RESOLVED = '✔ ';

export type Resolution = 'resolved' | 'unresolved';

/** Whether a topic gets or loses the mark and stays the same otherwise; the new name is not cut yet. */
export function resolutionOf(before: string, after: string): Resolution | undefined {
  if (!before.startsWith(RESOLVED)) return after === RESOLVED + before ? 'resolved' : undefined;
  return after === before.replace(/^[✔ ]+/, '') ? 'unresolved' : undefined;
}

/** The mark of a topic without a name: the empty topic cannot be resolved. */
export function isBareMark(topic: string, emptyName: string): boolean {
  return topic === RESOLVED.trim() || topic === RESOLVED + emptyName;
}
