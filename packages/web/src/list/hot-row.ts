import type { FocusEvent, PointerEvent } from 'react';
import { createCell, type Cell } from '../data/cell.ts';

/** Finds the row that shows its strip of actions. */
export type HotRow = {
  /** The row that a menu belongs to, else the row under the pointer, else the row with the focus. */
  readonly id: Cell<string | undefined>;
  /** Keeps the strip of a row while something that belongs to it is open. */
  readonly pin: (id: number | undefined) => void;
  readonly handlers: {
    readonly onPointerOver: (event: PointerEvent) => void;
    readonly onPointerLeave: () => void;
    readonly onFocus: (event: FocusEvent) => void;
    readonly onBlur: (event: FocusEvent) => void;
  };
};

/** Fingers have no hover: they open the menu by a long press. */
export function createHotRow(): HotRow {
  const id = createCell<string | undefined>(undefined);
  let pinned: string | undefined;
  let pointed: string | undefined;
  let focused: string | undefined;
  const update = (): void => {
    id.set(pinned ?? pointed ?? focused);
  };
  return {
    id,
    pin: (messageId) => {
      pinned = messageId === undefined ? undefined : `${messageId}`;
      update();
    },
    handlers: {
      onPointerOver: (event) => {
        if (event.pointerType === 'touch') return;
        pointed = rowIdOf(event.target);
        update();
      },
      onPointerLeave: () => {
        pointed = undefined;
        update();
      },
      onFocus: (event) => {
        focused = event.target.matches(':focus-visible') ? rowIdOf(event.target) : undefined;
        update();
      },
      onBlur: (event) => {
        focused = rowIdOf(event.relatedTarget);
        update();
      },
    },
  };
}

function rowIdOf(target: EventTarget | null): string | undefined {
  if (!(target instanceof Element)) return undefined;
  return target.closest('article')?.getAttribute('data-id') ?? undefined;
}
