import { isBot, type PersonRow } from '../people/person.ts';
import { settingsOf } from '../settings/user-settings.ts';

/** Values of the two settings that make people follow or unmute topics by themselves. */
const ON_PARTICIPATION = 1;
const ON_SEND = 2;
const ON_START = 3;

const UNMUTED = 2;
const FOLLOWED = 3;

export type Situation = {
  /** The wish so far; 0 if there is none. */
  readonly policy: number;
  readonly isChannelMuted: boolean;
  /** The person sees nothing yet in the topic. */
  readonly isNew: boolean;
};

/** What sending to a topic makes of somebody's wish about it; 0 if nothing. */
export const policyAfterSending = (person: PersonRow, situation: Situation): 0 | 2 | 3 =>
  policyAfter(person, situation, [ON_PARTICIPATION, ON_SEND]);

/** The same for taking part in it in another way, by a reaction or a vote. */
export const policyAfterTakingPart = (person: PersonRow, situation: Situation): 0 | 2 | 3 =>
  policyAfter(person, { ...situation, isNew: false }, [ON_PARTICIPATION]);

/** The same for having begun it, when what somebody said became the first of it. */
export const policyAfterStarting = (person: PersonRow, situation: Omit<Situation, 'isNew'>): 0 | 2 | 3 =>
  policyAfter(person, { ...situation, isNew: true }, []);

const policyAfter = (
  person: PersonRow,
  { policy, isChannelMuted, isNew }: Situation,
  firing: readonly number[],
): 0 | 2 | 3 => {
  if (isBot(person) || policy === FOLLOWED) return 0;
  const settings = settingsOf(person);
  const isStart = policy === 0 && isNew;
  const fires = (when: number): boolean => firing.includes(when) || (when === ON_START && isStart);
  if (fires(settings.automatically_follow_topics_policy)) return FOLLOWED;
  if (!isChannelMuted || policy === UNMUTED) return 0;
  return fires(settings.automatically_unmute_topics_in_muted_streams_policy) ? UNMUTED : 0;
};
