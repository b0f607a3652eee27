/** What decides whether somebody may delete a message that they can read. */
export type DeletingFacts = {
  /** The organization or the channel lets them delete whatever is said there. */
  readonly mayDeleteAny: boolean;
  /** The organization or the channel lets them delete what they said themselves. */
  readonly mayDeleteOwn: boolean;
  /** They sent it, or own the bot that did. */
  readonly isOwn: boolean;
  readonly ageSeconds: number;
  /** How old it may be; null without end. */
  readonly limitSeconds: number | null;
};

/** Who may delete anything is not held to a time. */
export function canDelete({
  mayDeleteAny,
  mayDeleteOwn,
  isOwn,
  ageSeconds,
  limitSeconds,
}: DeletingFacts): boolean {
  return mayDeleteAny || (isOwn && mayDeleteOwn && (limitSeconds === null || ageSeconds <= limitSeconds));
}
