import { afterEach, expect, test } from 'vitest';
import { followKeyboard } from './keyboard-room.ts';

const PAGE_PX = 844;
const root = document.documentElement;
const room = () => root.style.getPropertyValue('--room');

/** The part in sight of a page whose keyboard lies over it. */
function viewportOf(seen: { height: number; scale: number; offsetTop: number }) {
  return Object.assign(new EventTarget() as VisualViewport, seen);
}

afterEach(() => root.style.removeProperty('--room'));

test('the page ends above a keyboard that lies over it, and has its height again without', () => {
  const viewport = viewportOf({ height: PAGE_PX, scale: 1, offsetTop: 0 });
  const stop = followKeyboard(viewport, root, () => PAGE_PX);
  const change = (height: number): void => {
    Object.assign(viewport, { height });
    viewport.dispatchEvent(new Event('resize'));
  };
  change(508);
  expect(room()).toBe('508px');
  change(PAGE_PX);
  expect(room()).toBe('');
  change(508);
  stop?.();
  expect(room()).toBe('');
});

test.each([
  ['a bar of the browser', { height: PAGE_PX - 90, scale: 1, offsetTop: 0 }],
  ['two fingers', { height: PAGE_PX / 2, scale: 2, offsetTop: 0 }],
])('%s changes nothing', (_, seen) => {
  const viewport = viewportOf(seen);
  followKeyboard(viewport, root, () => PAGE_PX);
  viewport.dispatchEvent(new Event('resize'));
  expect(room()).toBe('');
});
