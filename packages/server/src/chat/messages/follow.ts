import { isBot, type UserRow } from '../../http/actor.ts';
import { settingsOf } from '../../organization/settings/user-settings.ts';

/** Values of the two settings that make a user follow or unmute topics automatically. */
const ON_PARTICIPATION = 1;
const ON_SEND = 2;
const ON_START = 3;

const UNMUTED = 2;
/** The visibility policy of a followed topic. */
export const FOLLOWED = 3;

export type TopicSituation = {
  /** The user's current visibility policy for the topic; 0 if there is none. */
  readonly policy: number;
  readonly isChannelMuted: boolean;
  /** The topic has no message that the user can read. */
  readonly isNew: boolean;
};

/** The visibility policy that sending to a topic gives the sender; 0 for no change. */
export function policyAfterSending(user: UserRow, situation: TopicSituation): 0 | 2 | 3 {
  return policyAfter(user, situation, [ON_PARTICIPATION, ON_SEND]);
}

/** Like `policyAfterSending`, for participation by a reaction or a vote. */
export function policyAfterTakingPart(user: UserRow, situation: TopicSituation): 0 | 2 | 3 {
  return policyAfter(user, { ...situation, isNew: false }, [ON_PARTICIPATION]);
}

/** Like `policyAfterSending`, for the author of the message that became the first of a topic by a move. */
export function policyAfterStarting(user: UserRow, situation: Omit<TopicSituation, 'isNew'>): 0 | 2 | 3 {
  return policyAfter(user, { ...situation, isNew: true }, []);
}

function policyAfter(
  user: UserRow,
  { policy, isChannelMuted, isNew }: TopicSituation,
  triggers: readonly number[],
): 0 | 2 | 3 {
  if (isBot(user) || policy === FOLLOWED) return 0;
  const settings = settingsOf(user);
  const isStart = policy === 0 && isNew;
  const fires = (when: number): boolean => triggers.includes(when) || (when === ON_START && isStart);
  if (fires(settings.automatically_follow_topics_policy)) return FOLLOWED;
  if (!isChannelMuted || policy === UNMUTED) return 0;
  return fires(settings.automatically_unmute_topics_in_muted_streams_policy) ? UNMUTED : 0;
}
