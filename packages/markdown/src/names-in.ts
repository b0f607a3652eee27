import { uploadPath } from './found.ts';
import { bareLinks } from './links/bare.ts';
import { youtubePicture } from './links/preview.ts';
import { relativeIfLocal } from './links/url.ts';

/** Everything in a text that must be looked up before it can be rendered; each once. */
export type NamesInText = {
  /** As written; users are found without regard to case. */
  readonly usersNames: readonly string[];
  readonly usersIds: readonly number[];
  readonly groupNames: readonly string[];
  readonly channelNames: readonly string[];
  readonly topics: readonly { channelName: string; name: string }[];
  /** Paths below `/user_uploads/`. */
  readonly uploadPaths: readonly string[];
  /** Words between colons; custom emoji may be among them. */
  readonly emojiNames: readonly string[];
  /** External addresses that an image proxy may be asked for. */
  readonly mediaUrls: readonly string[];
};

const WILDCARDS: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

/**
 * Finds the names with a quick scan, so that one batched look-up can gather the context of `render`.
 * It may name more than the text uses (what stands in code, for example), never less.
 */
export function namesIn(content: string, origin?: string): NamesInText {
  const users = usersIn(content);
  const topics = topicsIn(content);
  const channels = matches(content, /#\*\*([^*>\n]+)(?:>[^*\n]*)?\*\*/g);
  const hrefs = hrefsIn(content, origin);
  return {
    ...users,
    groupNames: unique(matches(content, /@_?\*([^*\n]+)\*/g)),
    channelNames: unique(channels),
    topics,
    uploadPaths: unique(hrefs.flatMap((href) => uploadPath(href) ?? [])),
    emojiNames: content.includes(':') ? unique(matches(content, /(?<=:)([a-z0-9_+-]+)(?=:)/g)) : [],
    mediaUrls: unique(hrefs.flatMap(mediaUrl)),
  };
}

function usersIn(content: string): Pick<NamesInText, 'usersNames' | 'usersIds'> {
  const names: string[] = [];
  const ids: number[] = [];
  for (const written of matches(content, /@_?\*\*([^*\n]+)\*\*/g)) {
    const id = /\|([0-9]{1,15})$/.exec(written)?.[1];
    if (id !== undefined) ids.push(Number(id));
    else if (!WILDCARDS.has(written)) names.push(written);
  }
  return { usersNames: unique(names), usersIds: unique(ids) };
}

function topicsIn(content: string): { channelName: string; name: string }[] {
  const topics = new Map<string, { channelName: string; name: string }>();
  for (const [, channelName = '', name = ''] of content.matchAll(/#\*\*([^*>\n]+)>([^*\n]*)\*\*/g)) {
    topics.set(`${channelName}>${name}`, { channelName, name });
  }
  return [...topics.values()];
}

function hrefsIn(content: string, origin: string | undefined): string[] {
  const bare = bareLinks(content, true).map((link) => link.href);
  const written = matches(content, /\]\(\s*<?([^\s()<>]+(?:\([^\s()]*\)[^\s()<>]*)*)/g);
  return [...bare, ...written].map((href) => relativeIfLocal(href, origin));
}

const MEDIA_NAME =
  /^https?:\/\/[^?#]+\.(?:bmp|gif|jpe|jpeg|jpg|png|webp|mov|mp4|webm|aac|flac|m4a|mp3|wav|weba)(?:[?#]|$)/i;

function mediaUrl(href: string): string[] {
  const picture = youtubePicture(href)?.picture;
  if (picture !== undefined) return [picture];
  return MEDIA_NAME.test(href) ? [href] : [];
}

function matches(content: string, pattern: RegExp): string[] {
  return Array.from(content.matchAll(pattern), (match) => match[1] ?? '');
}

function unique<T>(values: readonly T[]): T[] {
  return [...new Set(values)];
}
