import { useEffect, useState, type PointerEvent } from 'react';
import type { Chat } from '../../data/chat.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { postpone, usualLater } from '../postpone.ts';
import { createSwipe, type Swipe } from './swipe.ts';

export type SwipeHandlers = {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
};

/** A row under a finger: to the left marks as read, to the right postpones. The row's menu does the same. */
export function useSwipe(
  chat: Chat,
  conversation: Conversation,
  isUnread: boolean,
): SwipeHandlers | undefined {
  const [swipe] = useState<Swipe>(createSwipe);
  useEffect(() =>
    swipe.setAction((direction) => {
      if (direction === 'read') void chat.actions.markConversationRead(conversation);
      else void postpone(chat, conversation, usualLater());
    }),
  );
  if (!isUnread) return undefined;
  return {
    onPointerDown: swipe.begin,
    onPointerMove: swipe.move,
    onPointerUp: (event) => swipe.end(event, true),
    onPointerCancel: (event) => swipe.end(event, false),
  };
}
