import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { isBot, type UserRow } from '../../http/actor.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';

/** Values of the two settings that make a user follow or unmute topics automatically. */
const ON_PARTICIPATION = 1;
const ON_SEND = 2;
const ON_START = 3;

/** The visibility policy that a user gets by taking part in a topic; `inherit` for no change. */
export type AutomaticPolicy = (typeof visibilityPolicies)['inherit' | 'unmuted' | 'followed'];

export type TopicSituation = {
  /** The user's current visibility policy for the topic; `inherit` if there is none. */
  readonly policy: number;
  readonly isChannelMuted: boolean;
  /** The topic has no message that the user can read. */
  readonly isNew: boolean;
};

/** The visibility policy that sending to a topic gives the sender; `inherit` for no change. */
export function policyAfterSending(user: UserRow, situation: TopicSituation): AutomaticPolicy {
  return policyAfter(user, situation, [ON_PARTICIPATION, ON_SEND]);
}

/** Like `policyAfterSending`, for participation by a reaction or a vote. */
export function policyAfterTakingPart(user: UserRow, situation: TopicSituation): AutomaticPolicy {
  return policyAfter(user, { ...situation, isNew: false }, [ON_PARTICIPATION]);
}

/** Like `policyAfterSending`, for the author of the message that became the first of a topic by a move. */
export function policyAfterStarting(
  user: UserRow,
  situation: Omit<TopicSituation, 'isNew'>,
): AutomaticPolicy {
  return policyAfter(user, { ...situation, isNew: true }, []);
}

function policyAfter(
  user: UserRow,
  { policy, isChannelMuted, isNew }: TopicSituation,
  triggers: readonly number[],
): AutomaticPolicy {
  if (isBot(user) || policy === visibilityPolicies.followed) return visibilityPolicies.inherit;
  const settings = settingsOf(user);
  const isStart = policy === visibilityPolicies.inherit && isNew;
  const fires = (when: number): boolean => triggers.includes(when) || (when === ON_START && isStart);
  if (fires(settings.automatically_follow_topics_policy)) return visibilityPolicies.followed;
  if (!isChannelMuted || policy === visibilityPolicies.unmuted) return visibilityPolicies.inherit;
  return fires(settings.automatically_unmute_topics_in_muted_streams_policy)
    ? visibilityPolicies.unmuted
    : visibilityPolicies.inherit;
}
