import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../problem.ts';
import type { Wishes } from '../queues/wishes.ts';

/** How the empty topic is called where it cannot be shown as what it is. */
export const EMPTY_TOPIC_NAME = 'general chat';

/** The topic that somebody names in a wish about it: as it is, spaces included. */
export const topicOf = (given: string): string => {
  if (lengthOf(given) > limits.topicLength)
    throw badRequest(`A topic has at most ${limits.topicLength} characters.`);
  return given === EMPTY_TOPIC_NAME ? '' : given;
};

/** A topic as a client is to see it. */
export const shownTopic = (topic: string, { capabilities }: Pick<Wishes, 'capabilities'>): string =>
  topic === '' && capabilities.empty_topic_name !== true ? EMPTY_TOPIC_NAME : topic;
