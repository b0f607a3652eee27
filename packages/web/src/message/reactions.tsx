import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import type { ReactionEmoji } from '../data/chat.ts';
import { userById } from '../data/derived/users.ts';
import { Icon } from '../parts/icon.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { EmojiSign } from '../content/emoji-sign.tsx';
import { groupReactions, namesOf, type ReactionGroup } from './reaction-groups.ts';
import styles from './reactions.module.css';

export function Reactions({ message }: { readonly message: Message }): ReactElement | null {
  const { selfId } = useChat();
  const groups = groupReactions(message.reactions, selfId);
  if (groups.length === 0) return null;
  return (
    // Names of emoji are English in all languages.
    <div className={styles['reactions']} translate="no">
      {groups.map((group) => (
        <ReactionPill key={`${group.emoji.type} ${group.emoji.code}`} messageId={message.id} group={group} />
      ))}
      <button
        type="button"
        className={`touch-area ${styles['add']}`}
        data-do="react"
        aria-label={t('Add a reaction')}
      >
        <Icon name="smile" />
      </button>
    </div>
  );
}

function ReactionPill({
  messageId,
  group,
}: {
  readonly messageId: number;
  readonly group: ReactionGroup;
}): ReactElement {
  const chat = useChat();
  const users = useSelect(chat.state, userById);
  const names = namesOf(group, chat.selfId, (id) => users.get(id)?.full_name);
  const words = `${title(group.emoji)}: ${names}`;
  return (
    <button
      type="button"
      className="touch-area"
      aria-pressed={group.isOwn}
      data-tip={words}
      onClick={() => void chat.actions.toggleReaction(messageId, group.emoji)}
    >
      <EmojiSign emoji={group.emoji} />
      {group.userIds.length}
      <span className="sr"> {words}</span>
    </button>
  );
}

function title({ name }: ReactionEmoji): string {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
