/** Inputs that decide whether a user may delete a message that the user can read. */
export type DeletingFacts = {
  /** The organization or the channel grants the permission to delete any message. */
  readonly mayDeleteAny: boolean;
  /** The organization or the channel grants the permission to delete own messages. */
  readonly mayDeleteOwn: boolean;
  /** The user, or a bot of the user, sent the message. */
  readonly isOwn: boolean;
  readonly ageSeconds: number;
  /** The maximum age of the message; null for no limit. */
  readonly limitSeconds: number | null;
};

/** The time limit does not apply to users who may delete any message. */
export function canDelete({
  mayDeleteAny,
  mayDeleteOwn,
  isOwn,
  ageSeconds,
  limitSeconds,
}: DeletingFacts): boolean {
  return mayDeleteAny || (isOwn && mayDeleteOwn && (limitSeconds === null || ageSeconds <= limitSeconds));
}
