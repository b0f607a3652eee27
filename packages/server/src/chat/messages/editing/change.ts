import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateMessage } from '@parley/contract/endpoints/messages.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import type { Accessed } from '../access.ts';
import { contentOf, topicText } from '../text.ts';
import { isBareMark, resolutionOf, type Resolution } from './resolution.ts';

/** What is asked of a message. */
export type Asked = ParametersOf<typeof updateMessage>;

/** What of it would change something. */
export type Change = {
  readonly content: string | undefined;
  /** Another topic, as it would be stored. */
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly mode: Asked['propagate_mode'];
};

/** What a message becomes whose text was taken away. */
const EMPTIED = '(deleted)';

/** Refuses what makes no sense, whoever asks. What is as it was does not count. */
export function changeOf({ kind, message }: Accessed, asked: Asked): Change {
  const given = asked.topic?.trim();
  const named = given === EMPTY_TOPIC_NAME ? '' : given;
  const channelId = asked.stream_id === message.channel_id ? undefined : asked.stream_id;
  const topic = named === undefined || named === message.topic ? undefined : namedTopic(named);
  if (asked.content === undefined && topic === undefined && channelId === undefined)
    throw badRequest('There is nothing to change.');
  if (kind === 'direct' && (asked.topic !== undefined || asked.stream_id !== undefined))
    throw badRequest('Direct messages have no topic and no channel.');
  if (asked.propagate_mode !== 'change_one' && topic === undefined && channelId === undefined)
    throw badRequest('Only topics and channels change for several messages.');
  if (channelId !== undefined && asked.content !== undefined)
    throw badRequest('A message is either edited or moved to another channel.');
  return {
    content: asked.content,
    topic: topic === message.topic ? undefined : topic,
    channelId,
    resolution: named === undefined || topic === undefined ? undefined : resolutionOf(message.topic, named),
    mode: asked.propagate_mode,
  };
}

function namedTopic(topic: string): string {
  if (isBareMark(topic, EMPTY_TOPIC_NAME)) throw badRequest('The topic without a name cannot be resolved.');
  return topicText(topic);
}

export function editedContentOf(text: string): string {
  return text.trim() === '' ? EMPTIED : contentOf(text);
}
