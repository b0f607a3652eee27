import { expect, test } from 'vitest';
import { createSwipe, type SwipeDirection, type SwipeEvent } from './swipe.ts';

/** A row that notes its styles. */
function row() {
  const styles = new Map<string, string>();
  const style = {
    setProperty: (name: string, value: string) => void styles.set(name, value),
    removeProperty: (name: string) => void styles.delete(name),
  };
  const dataset: Record<string, string> = {};
  const element = { dataset, style, setPointerCapture: () => undefined };
  return { styles, dataset, element: element as unknown as SwipeEvent['currentTarget'] };
}

function swipeTo(x: number, { pointerType = 'touch', isDone = true, pointerId = 1 } = {}) {
  const acted: SwipeDirection[] = [];
  const under = row();
  const at = (clientX: number, id = 1): SwipeEvent => ({
    pointerType,
    pointerId: id,
    clientX,
    currentTarget: under.element,
  });
  const swipe = createSwipe();
  swipe.setAction((direction) => acted.push(direction));
  swipe.begin(at(200));
  swipe.move(at(200 + x, pointerId));
  const moved = { ...under.dataset, way: under.styles.get('--swipe') };
  swipe.end(at(200 + x, pointerId), isDone);
  return { acted, moved, left: [...Object.keys(under.dataset), ...under.styles.keys()] };
}

test('a swipe to the left marks as read, to the right postpones', () => {
  expect(swipeTo(-96)).toEqual({ acted: ['read'], moved: { swipe: 'read', way: '-96px' }, left: [] });
  expect(swipeTo(140)).toEqual({ acted: ['later'], moved: { swipe: 'later', way: '96px' }, left: [] });
});

test('a short way only moves the row, and a tap does not', () => {
  expect(swipeTo(-95)).toEqual({ acted: [], moved: { swipe: 'read', way: '-95px' }, left: [] });
  expect(swipeTo(11).moved).toEqual({ way: undefined });
});

test('a swipe that the browser takes over does nothing', () => {
  expect(swipeTo(-200, { isDone: false })).toMatchObject({ acted: [], left: [] });
});

test('a mouse and a second finger do not swipe', () => {
  expect(swipeTo(-200, { pointerType: 'mouse' }).acted).toEqual([]);
  expect(swipeTo(-200, { pointerId: 2 }).acted).toEqual([]);
});
