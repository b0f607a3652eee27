import { isBot, type UserRow } from '../../http/actor.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';

/** Values of the two settings that make users follow or unmute topics by themselves. */
const ON_PARTICIPATION = 1;
const ON_SEND = 2;
const ON_START = 3;

const UNMUTED = 2;
const FOLLOWED = 3;

export type Situation = {
  /** The wish so far; 0 if there is none. */
  readonly policy: number;
  readonly isChannelMuted: boolean;
  /** The user sees nothing yet in the topic. */
  readonly isNew: boolean;
};

/** What sending to a topic makes of somebody's wish about it; 0 if nothing. */
export function policyAfterSending(user: UserRow, situation: Situation): 0 | 2 | 3 {
  return policyAfter(user, situation, [ON_PARTICIPATION, ON_SEND]);
}

/** The same for taking part in it in another way, by a reaction or a vote. */
export function policyAfterTakingPart(user: UserRow, situation: Situation): 0 | 2 | 3 {
  return policyAfter(user, { ...situation, isNew: false }, [ON_PARTICIPATION]);
}

/** The same for having begun it, when what somebody said became the first of it. */
export function policyAfterStarting(user: UserRow, situation: Omit<Situation, 'isNew'>): 0 | 2 | 3 {
  return policyAfter(user, { ...situation, isNew: true }, []);
}

function policyAfter(
  user: UserRow,
  { policy, isChannelMuted, isNew }: Situation,
  firing: readonly number[],
): 0 | 2 | 3 {
  if (isBot(user) || policy === FOLLOWED) return 0;
  const settings = settingsOf(user);
  const isStart = policy === 0 && isNew;
  const fires = (when: number): boolean => firing.includes(when) || (when === ON_START && isStart);
  if (fires(settings.automatically_follow_topics_policy)) return FOLLOWED;
  if (!isChannelMuted || policy === UNMUTED) return 0;
  return fires(settings.automatically_unmute_topics_in_muted_streams_policy) ? UNMUTED : 0;
}
