import { isModerator, type UserRow } from '../../../http/actor.ts';

/** Allows for the time between a client showing that a message can be changed and its request. */
export const GRACE_SECONDS = 20;

export type EditingFacts = {
  readonly isEnabled: boolean;
  readonly isSender: boolean;
  readonly ageSeconds: number;
  /** The maximum age of the message; null for no limit. */
  readonly limitSeconds: number | null;
};

/** Whether a user may edit the content of a message. No role allows editing messages of other users. */
export function canEdit({ isEnabled, isSender, ageSeconds, limitSeconds }: EditingFacts): boolean {
  return isEnabled && isSender && isInTime(ageSeconds, limitSeconds);
}

export function isInTime(ageSeconds: number, limitSeconds: number | null): boolean {
  return limitSeconds === null || ageSeconds <= limitSeconds + GRACE_SECONDS;
}

export type MovingFacts = {
  /** The user has the organization's permission. */
  readonly isPermitted: boolean;
  readonly isAdministrator: boolean;
  /** The user administers the message's channel. */
  readonly administersSource: boolean;
  /** The user has the permission of the source or target channel. */
  readonly isPermittedHere: boolean;
};

/** Whether a user may move messages, apart from the age limit. */
export function canMove(facts: MovingFacts): boolean {
  return facts.isPermitted || facts.isAdministrator || facts.administersSource || facts.isPermittedHere;
}

/** Whether a user may resolve topics; administering the channel is not enough. */
export function canResolve({
  isPermitted,
  isPermittedHere,
}: Pick<MovingFacts, 'isPermitted' | 'isPermittedHere'>): boolean {
  return isPermitted || isPermittedHere;
}

/** The maximum age of messages that a user may move; moderators have no limit. */
export function movingLimit(user: Pick<UserRow, 'role'>, limitSeconds: number | null): number | null {
  return isModerator(user) ? null : limitSeconds;
}

export function strictest(limits: readonly (number | null)[]): number | null {
  const finite = limits.filter((limit) => limit !== null);
  return finite.length === 0 ? null : Math.min(...finite);
}
