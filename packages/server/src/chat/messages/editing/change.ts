import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { updateMessage } from '@parley/contract/endpoints/messages.ts';
import { badRequest } from '../../../engine/api-error.ts';
import { EMPTY_TOPIC_NAME } from '../../topics/name.ts';
import type { Accessed } from '../access.ts';
import { contentOf, topicText } from '../text.ts';
import { isBareMark, resolutionOf, type Resolution } from './resolution.ts';

/** The parameters of an update request. */
export type UpdateRequest = ParametersOf<typeof updateMessage>;

/** The parts of an update request that differ from the current message. */
export type RequestedChange = {
  readonly content: string | undefined;
  /** The new topic as it is stored, if it differs. */
  readonly topic: string | undefined;
  readonly channelId: number | undefined;
  readonly resolution: Resolution | undefined;
  readonly mode: UpdateRequest['propagate_mode'];
};

/** The content of a message that is edited to an empty text. */
const EMPTIED_CONTENT = '(deleted)';

/** Drops parameters that equal the current state; refuses requests that are invalid regardless of permissions. */
export function changeOf({ kind, message }: Accessed, request: UpdateRequest): RequestedChange {
  const given = request.topic?.trim();
  const named = given === EMPTY_TOPIC_NAME ? '' : given;
  const channelId = request.stream_id === message.channel_id ? undefined : request.stream_id;
  const topic = named === undefined || named === message.topic ? undefined : namedTopic(named);
  if (request.content === undefined && topic === undefined && channelId === undefined)
    throw badRequest('The request changes nothing: send new content, a new topic or a new channel.');
  if (kind === 'direct' && (request.topic !== undefined || request.stream_id !== undefined))
    throw badRequest('Direct messages have no topic and no channel.');
  if (request.propagate_mode !== 'change_one' && topic === undefined && channelId === undefined)
    throw badRequest("The parameter 'propagate_mode' requires a new topic or channel.");
  if (channelId !== undefined && request.content !== undefined)
    throw badRequest('A message cannot be edited and moved to another channel in one request.');
  return {
    content: request.content,
    topic: topic === message.topic ? undefined : topic,
    channelId,
    resolution: named === undefined || topic === undefined ? undefined : resolutionOf(message.topic, named),
    mode: request.propagate_mode,
  };
}

function namedTopic(topic: string): string {
  if (isBareMark(topic, EMPTY_TOPIC_NAME)) throw badRequest('The empty topic cannot be resolved.');
  return topicText(topic);
}

export function editedContentOf(text: string): string {
  return text.trim() === '' ? EMPTIED_CONTENT : contentOf(text);
}
