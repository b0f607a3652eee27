import { encodeFragment } from '@parley/markdown';

/** The place that a link leads to, by keys of the other server. */
export type NarrowPlace = {
  readonly channel?: string | undefined;
  readonly topic?: string | undefined;
  readonly message?: string | undefined;
};

/** Reads a link to a place in the other server. Links to servers of other organizations name channels that it does not have. */
export function narrowOf(url: string, channels: ReadonlyMap<string, string>): NarrowPlace | undefined {
  const fragment = /^(?:https?:\/\/[^/\s]+)?\/?#narrow\/(.+)$/.exec(url)?.[1];
  if (fragment === undefined) return undefined;
  const parts = fragment.split('/');
  const terms = new Map<string, string>();
  for (let n = 0; n + 1 < parts.length; n += 2) terms.set(parts[n] ?? '', parts[n + 1] ?? '');
  const message = /^\d{1,15}$/.exec(terms.get('near') ?? '')?.[0];
  const slug = terms.get('channel') ?? terms.get('stream');
  const isDirect = ['dm', 'pm-with', 'group-pm-with'].some((term) => terms.has(term));
  if (slug === undefined)
    return isDirect && message !== undefined && !url.startsWith('http') ? { message } : undefined;
  const channel = /^\d{1,15}/.exec(slug)?.[0];
  const name = channels.get(channel ?? '');
  if (channel === undefined || name === undefined || !isSlugOf(slug, channel, name)) return undefined;
  const topic = terms.get('topic') ?? terms.get('subject');
  return { channel, message, topic: topic === undefined ? undefined : decodedFragment(topic) };
}

/** Channels that were renamed keep links with their first name, so a link within the server needs the id alone. */
function isSlugOf(slug: string, channel: string, name: string): boolean {
  return slug === channel || slug === `${channel}-${encodeFragment(name.replaceAll(' ', '-'))}`;
}

function decodedFragment(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('.', '%'));
  } catch {
    return text;
  }
}
