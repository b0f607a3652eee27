import { useEffect, useState, type ReactElement, type RefObject } from 'react';
import type { Neighbors } from '../../data/chat.ts';
import { meText } from '../../data/derived/me-text.ts';
import { previewText } from '../../data/derived/preview-text.ts';
import { conversationOf } from '../../data/narrow/judge.ts';
import { narrowKey, type Conversation } from '../../data/narrow/narrow.ts';
import { useCell } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import styles from './context-line.module.css';

/** Neighbors are fetched before the hit comes onto the screen. */
const MARGIN = '400px';
const NONE: Neighbors = { before: undefined, after: undefined };

/** The messages before and after a hit in its conversation, fetched when the element comes near the screen. */
export function useNeighbors(id: number, element: RefObject<HTMLElement | null>): Neighbors {
  const chat = useChat();
  const [neighbors, setNeighbors] = useState(NONE);
  useEffect(() => {
    if (element.current === null) return undefined;
    let isShown = true;
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        // A hit reads well without them, so a failure is not told.
        chat.neighborsOf(id).then((found) => isShown && setNeighbors(found), ignore);
      },
      { rootMargin: MARGIN },
    );
    observer.observe(element.current);
    return () => {
      isShown = false;
      observer.disconnect();
    };
  }, [chat, id, element]);
  return neighbors;
}

function ignore(): void {}

/** One line of a message next to a hit, as long as it is in the same conversation. */
export function ContextLine({
  id,
  conversation,
}: {
  readonly id: number;
  readonly conversation: Conversation;
}): ReactElement | null {
  const chat = useChat();
  const message = useCell(chat.messages.cell(id));
  if (message === undefined) return null;
  if (narrowKey(conversationOf(message, chat.state.get())) !== narrowKey(conversation)) return null;
  const text = previewText(message.content);
  const act = meText(text);
  return (
    <p className={`${styles['context']} clip`}>
      <b>
        <bdi>{message.sender_full_name}</bdi>
        {act === undefined ? ':' : ''}
      </b>{' '}
      <bdi>{act ?? text}</bdi>
    </p>
  );
}
