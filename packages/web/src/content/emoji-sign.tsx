import type { ReactElement } from 'react';
import type { ReactionEmoji } from '../data/chat.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { emojiChar } from './emoji-char.ts';
import styles from './emoji.module.css';

/** An emoji without a meaning of its own; the control around it has the name. */
export function EmojiSign({ emoji }: { readonly emoji: ReactionEmoji }): ReactElement {
  const { state } = useChat();
  const custom = useSelect(state, ({ realm_emoji }) =>
    emoji.type === 'realm_emoji' ? realm_emoji?.[emoji.code]?.source_url : undefined,
  );
  if (emoji.type === 'unicode_emoji') return <span aria-hidden="true">{emojiChar(emoji.code)}</span>;
  if (custom !== undefined) return <img className={styles['emoji']} src={custom} alt="" />;
  return <span aria-hidden="true">:{emoji.name}:</span>;
}
