import { useEffect, useRef, type ReactElement } from 'react';
import { EmojiPickerOnDemand } from '../parts/emoji-picker-on-demand.tsx';
import { useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import styles from './compose-emoji.module.css';

export type ComposeEmojiProps = {
  readonly onPick: (name: string) => void;
  readonly onClose: () => void;
};

/** The emoji picker above the box; a press elsewhere closes it. */
export function ComposeEmoji({ onPick, onClose }: ComposeEmojiProps): ReactElement {
  const chat = useChat();
  const custom = useSelect(chat.state, ({ realm_emoji: emoji }) => emoji) ?? NONE;
  const frame = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  useEffect(() => {
    close.current = onClose;
  });
  useEffect(() => {
    const onPointerDown = (event: PointerEvent): void => {
      const target = event.target as Element | null;
      if (frame.current?.contains(target) === true) return;
      if (target?.closest('[data-opens-emoji]') === null) close.current();
    };
    document.addEventListener('pointerdown', onPointerDown);
    return () => document.removeEventListener('pointerdown', onPointerDown);
  }, []);
  return (
    <div className={styles['over']} ref={frame}>
      <EmojiPickerOnDemand custom={custom} onPick={({ name }) => onPick(name)} onClose={onClose} />
    </div>
  );
}

const NONE = {};
