import { useRef, type PointerEvent } from 'react';
import type { Chat } from '../../data/chat.ts';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { postpone, usualLater } from '../postpone.ts';

/** Way of the finger at which the action happens on release. */
const SWIPE_PX = 96;
/** Way after which a movement is a swipe and no tap. */
const START_PX = 12;

export type Swipe = {
  readonly onPointerDown: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerMove: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerUp: (event: PointerEvent<HTMLElement>) => void;
  readonly onPointerCancel: (event: PointerEvent<HTMLElement>) => void;
};

/** A row under a finger: to the left marks as read, to the right postpones. The row's menu does the same. */
export function useSwipe(chat: Chat, conversation: Conversation, isUnread: boolean): Swipe | undefined {
  const start = useRef<{ readonly x: number; readonly id: number }>(undefined);
  if (!isUnread) return undefined;
  const end = (event: PointerEvent<HTMLElement>, isDone: boolean): void => {
    const from = start.current;
    if (from?.id !== event.pointerId) return;
    start.current = undefined;
    const way = event.clientX - from.x;
    const row = event.currentTarget;
    delete row.dataset['swipe'];
    row.style.removeProperty('--swipe');
    if (!isDone || Math.abs(way) < SWIPE_PX) return;
    if (way < 0) void chat.actions.markConversationRead(conversation);
    else void postpone(chat, conversation, usualLater());
  };
  return {
    onPointerDown: (event) => {
      if (event.pointerType === 'touch') start.current = { x: event.clientX, id: event.pointerId };
    },
    onPointerMove: (event) => {
      const from = start.current;
      if (from?.id !== event.pointerId) return;
      const way = event.clientX - from.x;
      const row = event.currentTarget;
      if (row.dataset['swipe'] === undefined && Math.abs(way) < START_PX) return;
      row.dataset['swipe'] = way < 0 ? 'read' : 'later';
      row.style.setProperty('--swipe', `${Math.max(-SWIPE_PX, Math.min(SWIPE_PX, way))}px`);
      row.setPointerCapture(event.pointerId);
    },
    onPointerUp: (event) => end(event, true),
    onPointerCancel: (event) => end(event, false),
  };
}
