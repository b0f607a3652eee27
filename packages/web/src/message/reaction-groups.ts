import type { Message } from '@parley/client';
import type { ReactionEmoji } from '../data/chat.ts';
import { t } from '../words/index.ts';

/** One emoji on a message and the users who chose it, in the order of their choice. */
export type ReactionGroup = {
  readonly emoji: ReactionEmoji;
  readonly userIds: readonly number[];
  readonly isOwn: boolean;
};

export function groupReactions(reactions: Message['reactions'], selfId: number): ReactionGroup[] {
  const groups = new Map<string, { emoji: ReactionEmoji; userIds: number[] }>();
  for (const { emoji_name: name, emoji_code: code, reaction_type: type, user_id: userId } of reactions) {
    const key = `${type} ${code}`;
    const group = groups.get(key) ?? { emoji: { name, code, type }, userIds: [] };
    group.userIds.push(userId);
    groups.set(key, group);
  }
  return [...groups.values()].map((group) => ({ ...group, isOwn: group.userIds.includes(selfId) }));
}

/** `Bram, Dara and you` */
export function namesOf(
  group: ReactionGroup,
  selfId: number,
  nameOf: (id: number) => string | undefined,
): string {
  const others = group.userIds.filter((id) => id !== selfId).map((id) => nameOf(id) ?? t('Unknown user'));
  const names = group.isOwn ? [...others, t('you')] : others;
  return new Intl.ListFormat(undefined, { type: 'conjunction' }).format(names);
}
