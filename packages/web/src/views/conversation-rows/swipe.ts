/** Way of the finger at which the action happens on release. */
const SWIPE_PX = 96;
/** Way after which a movement is a swipe and no tap. */
const START_PX = 12;

export type SwipeDirection = 'read' | 'later';

/** The part of a pointer event that a swipe reads. */
export type SwipeEvent = {
  readonly pointerType: string;
  readonly pointerId: number;
  readonly clientX: number;
  readonly currentTarget: Pick<HTMLElement, 'dataset' | 'style' | 'setPointerCapture'>;
};

export type Swipe = {
  readonly setAction: (action: (direction: SwipeDirection) => void) => void;
  readonly begin: (event: SwipeEvent) => void;
  readonly move: (event: SwipeEvent) => void;
  /** The finger left the row, or the browser took the movement over. */
  readonly end: (event: SwipeEvent, isDone: boolean) => void;
};

/** Follows one finger; the row moves with it up to the way that acts. */
export function createSwipe(): Swipe {
  let from: { readonly x: number; readonly id: number } | undefined;
  let act: ((direction: SwipeDirection) => void) | undefined;
  return {
    setAction: (action) => {
      act = action;
    },
    begin: ({ pointerType, pointerId, clientX }) => {
      if (pointerType === 'touch') from = { x: clientX, id: pointerId };
    },
    move: ({ pointerId, clientX, currentTarget: row }) => {
      if (from?.id !== pointerId) return;
      const way = clientX - from.x;
      if (row.dataset['swipe'] === undefined && Math.abs(way) < START_PX) return;
      row.dataset['swipe'] = directionOf(way);
      row.style.setProperty('--swipe', `${Math.max(-SWIPE_PX, Math.min(SWIPE_PX, way))}px`);
      row.setPointerCapture(pointerId);
    },
    end: ({ pointerId, clientX, currentTarget: row }, isDone) => {
      if (from?.id !== pointerId) return;
      const way = clientX - from.x;
      from = undefined;
      delete row.dataset['swipe'];
      row.style.removeProperty('--swipe');
      if (isDone && Math.abs(way) >= SWIPE_PX) act?.(directionOf(way));
    },
  };
}

function directionOf(way: number): SwipeDirection {
  return way < 0 ? 'read' : 'later';
}
