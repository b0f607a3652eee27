import type { UnreadSum } from '../data/chat.ts';
import { plural } from '../words/index.ts';

/** `6 unread, 1 mention` */
export function unreadWords({ count, mentions }: UnreadSum): string {
  const unread = plural(count, { one: '# unread', other: '# unread' });
  if (mentions === 0) return unread;
  return `${unread}, ${plural(mentions, { one: '# mention', other: '# mentions' })}`;
}
