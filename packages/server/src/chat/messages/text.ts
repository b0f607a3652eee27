import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { unprintableIn } from '../channels/names.ts';
import { badRequest } from '../../engine/api-error.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';

const TRUNCATED_MESSAGE_SUFFIX = '\n[message truncated]';
const TRUNCATED_TOPIC_SUFFIX = '...';

/** Normalizes the content of a message. Content over the limit is truncated, not refused. */
export function contentOf(text: string): string {
  const content = text.trimEnd().replace(/^\n+/, '');
  if (content === '') throw badRequest('A message must not be empty.');
  if (content.includes('\0')) throw badRequest('A message must not contain null characters.');
  return truncatedContent(content);
}

/** As much of a text as a message can have. */
export function truncatedContent(text: string): string {
  return truncate(text, limits.messageLength, TRUNCATED_MESSAGE_SUFFIX);
}

/** Normalizes the topic of a send; two display names mean the empty topic. */
export function sentTopicOf(text: string): string {
  const topic = text.trim();
  if (topic === EMPTY_TOPIC_NAME || topic === '(no topic)') return '';
  return topicText(topic);
}

/** Truncates a topic to the limit; refuses unprintable characters. */
export function topicText(text: string): string {
  const topic = truncate(text, limits.topicLength, TRUNCATED_TOPIC_SUFFIX);
  const bad = unprintableIn(topic);
  if (bad !== undefined) throw badRequest(`Character ${bad} of the topic is not allowed in topics.`);
  return topic;
}

/** Truncates a text to `maxLength` code points, the suffix included. */
export function truncate(text: string, maxLength: number, suffix: string): string {
  if (text.length <= maxLength) return text;
  // A code point has two units at most, so that the rest of a long text is not looked at.
  const codePoints = Array.from(text.slice(0, 2 * maxLength + 1));
  return codePoints.length <= maxLength
    ? text
    : codePoints.slice(0, maxLength - lengthOf(suffix)).join('') + suffix;
}
