import type { Refusal } from './refusal.ts';
import { isAdministrator, isModerator, type WithRole } from './roles.ts';

/** Allows for the time between a client showing that a message can be changed and its request. */
export const GRACE_SECONDS = 20;

export type EditingFacts = {
  readonly isEnabled: boolean;
  readonly isSender: boolean;
  readonly ageSeconds: number;
  /** The maximum age of the message; null for no limit. */
  readonly limitSeconds: number | null;
};

/** Why a user may not edit the content of a message. No role allows editing messages of other users. */
export function refuseEdit(facts: EditingFacts): Refusal | undefined {
  if (!facts.isSender) return { reason: 'Only its sender may edit a message.' };
  if (!facts.isEnabled) return { reason: 'This organization does not allow editing messages.' };
  if (!isInTime(facts.ageSeconds, facts.limitSeconds))
    return { reason: 'The message is too old to be edited.' };
  return undefined;
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

/** Why a user may not move messages to another topic, apart from the age limit. */
export function refuseTopicMove(facts: MovingFacts): Refusal | undefined {
  if (canMove(facts)) return undefined;
  return {
    reason: 'You may not move messages to other topics here.',
    permission: 'can_move_messages_between_topics_group',
  };
}

/** Why a user may not move messages to another channel, apart from the age limit and the target. */
export function refuseChannelMove(facts: MovingFacts): Refusal | undefined {
  if (canMove(facts)) return undefined;
  return {
    reason: 'You may not move messages out of this channel.',
    permission: 'can_move_messages_between_channels_group',
  };
}

function canMove(facts: MovingFacts): boolean {
  return facts.isPermitted || facts.isAdministrator || facts.administersSource || facts.isPermittedHere;
}

/** Why a user may not resolve topics; administering the channel is not enough. */
export function refuseResolving({
  isPermitted,
  isPermittedHere,
}: Pick<MovingFacts, 'isPermitted' | 'isPermittedHere'>): Refusal | undefined {
  if (isPermitted || isPermittedHere) return undefined;
  return { reason: 'You may not resolve topics here.', permission: 'can_resolve_topics_group' };
}

/** The maximum age of messages that a user may move; moderators have no limit. */
export function movingLimit(user: WithRole, limitSeconds: number | null): number | null {
  return isModerator(user) ? null : limitSeconds;
}

export function refuseAge(ageSeconds: number, limits: readonly (number | null)[]): Refusal | undefined {
  if (limits.every((limit) => isInTime(ageSeconds, limit))) return undefined;
  return { reason: 'The message is too old to be moved.' };
}

export function strictest(limits: readonly (number | null)[]): number | null {
  const finite = limits.filter((limit) => limit !== null);
  return finite.length === 0 ? null : Math.min(...finite);
}

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

/** Why a user may not delete a message. The time limit does not apply to users who may delete any message. */
export function refuseDeletion(facts: DeletingFacts): Refusal | undefined {
  if (facts.mayDeleteAny) return undefined;
  if (!facts.isOwn)
    return {
      reason: 'You may not delete messages of others here.',
      permission: 'can_delete_any_message_group',
    };
  if (!facts.mayDeleteOwn)
    return { reason: 'You may not delete your messages here.', permission: 'can_delete_own_message_group' };
  if (facts.limitSeconds !== null && facts.ageSeconds > facts.limitSeconds)
    return { reason: 'The message is too old to be deleted.' };
  return undefined;
}

/** Why a user may not delete a whole topic. */
export function refuseTopicDeletion(user: WithRole): Refusal | undefined {
  return isAdministrator(user) ? undefined : { reason: 'Only administrators can delete a topic.' };
}
