import type { Page } from 'playwright-core';

/** Smallest side of a target for a finger, in pixels. */
const MIN_SIDE = 44;

/**
 * Targets that may be smaller: links and names inside a text, whose line decides their height (the picture beside a name
 * opens the same card), and the link that only keys reach.
 */
const EXCEPTIONS = [
  'p a',
  '[data-content] a',
  '[data-content] [role=button]',
  'button[data-do=user]',
  '[data-do=history]',
  '.skip',
];

/** Targets on the screen that are too small for a finger, one line each. Overlapping areas count for the topmost one. */
export function smallTargetsIn(page: Page): Promise<string[]> {
  return page.evaluate(findSmallTargets, { minSide: MIN_SIDE, exceptions: EXCEPTIONS.join(', ') });
}

/** Runs in the page. */
function findSmallTargets({ minSide, exceptions }: { minSide: number; exceptions: string }): string[] {
  const TARGETS =
    'a[href], button, input:not([type=hidden], [type=file]), select, textarea, summary, [role=button], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=option], [role=tab], [role=switch], [role=checkbox], [role=radio]';
  const LAYERS = '[role=dialog], [role=listbox], [role=menu], [data-floats], [data-dock]';
  const found = new Set<string>();
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    element.closest('[inert], [aria-hidden=true]') === null;
  /** A label or a row that passes its taps on is a part of the target. */
  const belongsTo = (target: Element, hit: Element | null): boolean =>
    hit !== null &&
    (target.contains(hit) ||
      (hit.closest('label')?.contains(target) ?? false) ||
      hit.closest('label')?.control === target);
  /** A layer may cover a part of a target that is large enough without it. */
  const isOver = (target: Element, hit: Element | null): boolean => {
    const layer = hit?.closest(LAYERS) ?? null;
    return layer !== null && !layer.contains(target);
  };
  const hits = (target: Element, x: number, y: number): boolean => {
    const hit = document.elementFromPoint(x, y);
    return belongsTo(target, hit) || isOver(target, hit);
  };
  /** Length of the line of points through the middle that reach the target. */
  const reach = (target: Element, axis: 'x' | 'y', middle: { x: number; y: number }): number => {
    const at = (distance: number): boolean =>
      axis === 'x'
        ? hits(target, middle.x + distance, middle.y)
        : hits(target, middle.x, middle.y + distance);
    let [before, after] = [0, 0];
    while (before < minSide && at(-before - 1)) before += 1;
    while (after < minSide && at(after + 1)) after += 1;
    return before + after + 1;
  };
  for (const target of document.querySelectorAll<HTMLElement>(TARGETS)) {
    if (!isSeen(target) || target.matches(exceptions)) continue;
    const first = target.getBoundingClientRect();
    if (first.width < 2 || first.height < 2) continue;
    target.scrollIntoView({ block: 'center', inline: 'center' });
    const { left, top, width, height } = target.getBoundingClientRect();
    const middle = { x: left + width / 2, y: top + height / 2 };
    if (middle.x < 0 || middle.y < 0 || middle.x > innerWidth || middle.y > innerHeight) continue;
    // Another layer lies over it.
    if (!belongsTo(target, document.elementFromPoint(middle.x, middle.y))) continue;
    const reached = [reach(target, 'x', middle), reach(target, 'y', middle)];
    if (reached.some((side) => side < minSide)) {
      const name = target.getAttribute('aria-label') ?? target.textContent.trim();
      const kind = `${target.tagName.toLowerCase()}.${[...target.classList].join('.')}`;
      found.add(`target ${kind} “${name.slice(0, 30)}” is ${reached.join(' × ')} px`);
    }
  }
  return [...found];
}
