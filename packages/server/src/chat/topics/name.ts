import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

/** How the empty topic is called where it cannot be shown as what it is. */
export const EMPTY_TOPIC_NAME = 'general chat';

/** The topic that somebody names in a wish about it: as it is, spaces included. */
export function topicOf(given: string): string {
  if (lengthOf(given) > limits.topicLength)
    throw badRequest(`A topic has at most ${limits.topicLength} characters.`);
  return given === EMPTY_TOPIC_NAME ? '' : given;
}

/** A topic as a client is to see it. */
export function shownTopic(topic: string, { capabilities }: Pick<ClientOptions, 'capabilities'>): string {
  return topic === '' && capabilities.empty_topic_name !== true ? EMPTY_TOPIC_NAME : topic;
}
