import { emojiChar } from './emoji-char.ts';
import type { ContentSettings } from './settings.ts';
import styles from './emoji.module.css';

const MAX_BIG_EMOJI = 6;

/** Emoji as characters of the system's font, named for screen readers. */
export function dressEmoji(nodes: ParentNode, { hasTextEmoji }: ContentSettings): void {
  for (const emoji of nodes.querySelectorAll<HTMLElement>('span.emoji')) {
    const code = /\bemoji-([0-9a-f-]+)\b/.exec(emoji.className)?.[1];
    emoji.className = styles['emoji'] ?? '';
    if (code !== undefined && !hasTextEmoji) emoji.textContent = emojiChar(code);
  }
  for (const picture of nodes.querySelectorAll('img.emoji')) {
    picture.className = styles['emoji'] ?? '';
    picture.setAttribute('draggable', 'false');
  }
}

/** Whether a message is one paragraph with a few emoji and no text. */
export function isEmojiOnly(nodes: ParentNode): boolean {
  const only = nodes.childElementCount === 1 ? nodes.firstElementChild : null;
  if (only === null || only.tagName !== 'P' || only.childElementCount > MAX_BIG_EMOJI) return false;
  return (
    only.childElementCount > 0 &&
    [...only.childNodes].every((node) =>
      node instanceof Element ? node.classList.contains('emoji') : node.nodeValue?.trim() === '',
    )
  );
}
