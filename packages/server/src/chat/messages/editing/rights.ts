import { isModerator, type UserRow } from '../../../http/actor.ts';

/** A client may take a while from showing that something can be changed to asking for it. */
export const GRACE_SECONDS = 20;

export type EditingFacts = {
  readonly isEnabled: boolean;
  readonly isSender: boolean;
  readonly ageSeconds: number;
  /** How old the message may be; null without end. */
  readonly limitSeconds: number | null;
};

/** Whether somebody may change the text of a message. No role gives a right to the words of others. */
export function canEdit({ isEnabled, isSender, ageSeconds, limitSeconds }: EditingFacts): boolean {
  return isEnabled && isSender && isInTime(ageSeconds, limitSeconds);
}

export function isInTime(ageSeconds: number, limitSeconds: number | null): boolean {
  return limitSeconds === null || ageSeconds <= limitSeconds + GRACE_SECONDS;
}

export type MovingFacts = {
  /** Holds the permission of the organization. */
  readonly isPermitted: boolean;
  readonly isAdministrator: boolean;
  /** Administers the channel in which the message is. */
  readonly administersSource: boolean;
  /** Holds the permission of a channel concerned. */
  readonly isPermittedHere: boolean;
};

/** Whether somebody may move messages, apart from their age. */
export function canMove(facts: MovingFacts): boolean {
  return facts.isPermitted || facts.isAdministrator || facts.administersSource || facts.isPermittedHere;
}

/** Whether somebody may resolve topics: administering a channel is not enough. */
export function canResolve({
  isPermitted,
  isPermittedHere,
}: Pick<MovingFacts, 'isPermitted' | 'isPermittedHere'>): boolean {
  return isPermitted || isPermittedHere;
}

/** How old messages may be that somebody moves; moderators move any. */
export function movingLimit(user: Pick<UserRow, 'role'>, limitSeconds: number | null): number | null {
  return isModerator(user) ? null : limitSeconds;
}

/** The strictest of some limits. */
export function strictest(limits: readonly (number | null)[]): number | null {
  const finite = limits.filter((limit) => limit !== null);
  return finite.length === 0 ? null : Math.min(...finite);
}
