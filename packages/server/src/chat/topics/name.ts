import { limits } from '@parley/contract/limits.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

/** The name of the empty topic for clients without the `empty_topic_name` capability. */
export const EMPTY_TOPIC_NAME = 'general chat';

/** The topic of a policy, not trimmed. */
export function topicOf(name: string): string {
  if (isLongerThan(name, limits.topicLength))
    throw badRequest(`topic must have at most ${limits.topicLength} characters.`);
  return name === EMPTY_TOPIC_NAME ? '' : name;
}

/** The topic's name as the client expects it. */
export function shownTopic(topic: string, { capabilities }: Pick<ClientOptions, 'capabilities'>): string {
  return topic === '' && capabilities.empty_topic_name !== true ? EMPTY_TOPIC_NAME : topic;
}
