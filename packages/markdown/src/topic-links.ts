import type { Linkifier } from './context.ts';
import type { LinkifierEngine } from './engines.ts';
import { bareLinks } from './links/bare.ts';
import { safeUrl } from './links/url.ts';

export type TopicLink = {
  readonly text: string;
  readonly url: string;
};

/** Links in a topic's name: what the linkifiers match, then addresses in the rest, by position. */
export function topicLinks(
  topic: string,
  linkifiers: readonly Linkifier[],
  engine: LinkifierEngine,
): TopicLink[] {
  const matches = engine(linkifiers, topic, true).flatMap(({ start, end, url }) => {
    const safe = safeUrl(url);
    return safe === undefined ? [] : [{ start, end, url: safe }];
  });
  const bare = bareLinks(topic, true)
    .filter((link) => !matches.some((match) => match.start < link.end && link.start < match.end))
    .map(({ start, end, href }) => ({
      start,
      end,
      url: href.startsWith('http://') ? urlOf(topic, start, href) : href,
    }));
  return [...matches, ...bare]
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, url }) => ({ text: topic.slice(start, end), url }));
}

/** A bare domain in a topic gets the safer scheme. */
function urlOf(topic: string, start: number, href: string): string {
  return topic.slice(start, start + 7).toLowerCase() === 'http://'
    ? href
    : href.replace('http://', 'https://');
}
