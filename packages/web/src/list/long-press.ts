import type { PointerEvent } from 'react';
import { after } from '../data/clock.ts';

/** Opens the menu of a row by a finger that rests on it, where the browser has no such event of its own. */
export type LongPress = {
  readonly setHandler: (onPress: (target: Element) => void) => void;
  readonly handlers: LongPressHandlers;
};

export type LongPressHandlers = {
  readonly onPointerDown: (event: PointerEvent) => void;
  readonly onPointerMove: (event: PointerEvent) => void;
  readonly onPointerUp: () => void;
  readonly onPointerCancel: () => void;
};

const LONG_PRESS_MS = 500;
/** A finger that moves farther scrolls. */
const MAX_MOVE_PX = 8;

export function createLongPress(): LongPress {
  let onPress: ((target: Element) => void) | undefined;
  let cancel: (() => void) | undefined;
  let start = { x: 0, y: 0 };
  const stop = (): void => {
    cancel?.();
    cancel = undefined;
  };
  const handlers: LongPressHandlers = {
    onPointerDown: (event) => {
      stop();
      const { target } = event;
      if (event.pointerType !== 'touch' || !(target instanceof Element)) return;
      start = { x: event.clientX, y: event.clientY };
      cancel = after(LONG_PRESS_MS, () => onPress?.(target));
    },
    onPointerMove: (event) => {
      if (Math.hypot(event.clientX - start.x, event.clientY - start.y) > MAX_MOVE_PX) stop();
    },
    onPointerUp: stop,
    onPointerCancel: stop,
  };
  return {
    handlers,
    setHandler: (next) => {
      onPress = next;
    },
  };
}
