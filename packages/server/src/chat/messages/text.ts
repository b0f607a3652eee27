import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { unprintableIn } from '../channels/names.ts';
import { badRequest } from '../../engine/api-error.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';

const CUT_MESSAGE = '\n[message truncated]';
const CUT_TOPIC = '...';

/** Text as it becomes the content of a message: too much of it is cut, not refused. */
export function contentOf(text: string): string {
  const content = text.trimEnd().replace(/^\n+/, '');
  if (content === '') throw badRequest('A message must not be empty.');
  if (content.includes('\0')) throw badRequest('A message must not hold null characters.');
  return shorten(content, limits.messageLength, CUT_MESSAGE);
}

/** A topic to which somebody sends; two of its names mean the empty one. */
export function sentTopicOf(text: string): string {
  const topic = text.trim();
  if (topic === EMPTY_TOPIC_NAME || topic === '(no topic)') return '';
  return topicText(topic);
}

/** A topic that can be shown, cut to what fits. */
export function topicText(topic: string): string {
  const bad = unprintableIn(topic);
  if (bad !== undefined) throw badRequest(`Character ${bad} of the topic cannot be part of a topic.`);
  return shorten(topic, limits.topicLength, CUT_TOPIC);
}

/** Cuts what is too long and says so at the end. Lengths are in code points. */
export function shorten(text: string, most: number, mark: string): string {
  return text.length <= most || lengthOf(text) <= most
    ? text
    : Array.from(text)
        .slice(0, most - lengthOf(mark))
        .join('') + mark;
}

/** The words of HTML without its tags, to be searched. */
export function wordsOf(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
