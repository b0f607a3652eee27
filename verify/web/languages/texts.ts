import type { Page } from 'playwright-core';
import { BRACKETS } from '../../../packages/web/src/words/pseudo-language.ts';

type SeenText = { readonly text: string; readonly at: string };

/** Names in every language: what Intl writes, and marks of things that have one name everywhere. */
const FROM_INTL = new Set(
  [
    ...[...Array(12).keys()].flatMap((month) => namesOf(new Date(2026, month, 1))),
    ...[...Array(7).keys()].flatMap((day) => namesOf(new Date(2026, 2, day + 1))),
    ...'am pm at and byte kB MB GB px minute minutes hour hours day days'.split(' '),
    ...'English Deutsch Français typescript'.split(' '),
  ].map((name) => name.toLowerCase()),
);

/** Visible texts and names of a page in a pseudo language that are neither translated nor among the known data. */
export async function plainTextsIn(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const seen = await page.evaluate(seenTexts);
  const faults = seen
    .filter(({ text }) => isPlain(text, data))
    .map(({ text, at }) => `“${text}” is not translated (${at})`);
  return [...new Set(faults)];
}

/** Texts of the interface that are cut off, or that stand outside their button, field or page. */
export async function cutTextsIn(page: Page): Promise<string[]> {
  return [...new Set(await page.evaluate(cutTexts, BRACKETS))];
}

function isPlain(text: string, data: ReadonlySet<string>): boolean {
  const [open, close] = BRACKETS;
  const rest = text
    .replaceAll(new RegExp(`${open}[^${close}]*${close}`, 'gu'), ' ')
    .replace(new RegExp(`^[^${open}]*${close}`, 'u'), ' ')
    .replace(new RegExp(`${open}.*$`, 'u'), ' ')
    .trim();
  if (rest.split(' › ').every((part) => data.has(part) || data.has(withoutMarks(part)))) return false;
  // Initials in place of a picture, time zones, addresses and names of files.
  if (/^\p{Lu}{1,3}$|^[A-Z][\w+-]+\/[A-Z]|^https?:\/\/\S+$|^[^⟦]+\.\w{3}$/u.test(rest)) return false;
  const words = rest.match(/\p{Script=Latin}{2,}/gu) ?? [];
  return words.some((word) => !FROM_INTL.has(word.toLowerCase()) && !data.has(word));
}

function withoutMarks(text: string): string {
  return text.replace(/^[\s\p{P}✔]+|[\s\p{P}]+$/gu, '');
}

function namesOf(date: Date): string[] {
  return (['long', 'short'] as const).flatMap((form) => [
    new Intl.DateTimeFormat('en-GB', { month: form }).format(date),
    new Intl.DateTimeFormat('en-GB', { weekday: form }).format(date),
  ]);
}

/**
 * Runs in the page. Texts of people and of programs are marked as such, by `dir="auto"` and `translate="no"`. Names of emoji are
 * English in all languages, and React Aria has its own words.
 */
function seenTexts(): SeenText[] {
  const DATA =
    '[dir=auto], [translate=no], [data-content], bdi, bdo, code, pre, kbd, ins, del, mark, script, style';
  const NAMES = ['aria-label', 'placeholder', 'title', 'alt', 'aria-description'];
  const found: SeenText[] = [];
  const place = (element: Element): string =>
    `${element.tagName.toLowerCase()}${element.classList.length > 0 ? `.${element.classList[0]}` : ''}`;
  const isSeen = (element: Element): boolean =>
    (element.tagName === 'OPTION' ? (element.closest('select') ?? element) : element).checkVisibility();
  const isOwnName = (element: Element): boolean =>
    element.tagName === 'ARTICLE' ||
    element.getAttribute('aria-label') === 'Dismiss' ||
    element.getAttribute('title') === element.textContent;
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    const isMarked = parent?.querySelector(':scope > mark') !== null;
    const text = ((isMarked ? parent : node)?.textContent ?? '').trim();
    if (text === '' || parent === null || parent.closest(DATA) !== null || !isSeen(parent)) continue;
    found.push({ text, at: place(parent) });
  }
  for (const name of NAMES)
    for (const element of document.querySelectorAll(`[${name}]`))
      if (element.closest(DATA) === null && isSeen(element) && !isOwnName(element))
        found.push({ text: element.getAttribute(name) ?? '', at: `${name} of ${place(element)}` });
  return found;
}

/** Runs in the page. */
function cutTexts(brackets: readonly [string, string]): string[] {
  const found: string[] = [];
  const TOLERANCE = 1.5;
  const BOXES =
    'button, [role=button], [role=tab], [role=menuitem], [role=option], a, input, td, th, label, summary';
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const isClipping = (value: string): boolean => value === 'hidden' || value === 'clip';
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    const { parentElement: parent } = node;
    if (parent === null || !(node.textContent ?? '').includes(brackets[0])) continue;
    if (!parent.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const text = range.getBoundingClientRect();
    if (text.width < 2 || text.height < 2 || text.bottom < 0) continue;
    const report = (problem: string): void => {
      const name = `${parent.tagName.toLowerCase()}${parent.classList.length > 0 ? `.${parent.classList[0]}` : ''}`;
      found.push(`“${(node?.textContent ?? '').slice(0, 60)}” ${problem} (${name})`);
    };
    let canScroll = false;
    let box: Element | undefined;
    let isReported = false;
    for (let at: Element | null = parent; at !== null && at !== document.body; at = at.parentElement) {
      const style = getComputedStyle(at);
      if (style.display === 'inline') continue;
      const rect = at.getBoundingClientRect();
      // Texts for screen readers alone.
      if (rect.width <= 2 || rect.height <= 2 || style.clipPath !== 'none') {
        isReported = true;
        break;
      }
      if (/auto|scroll/.test(style.overflowX)) canScroll = true;
      if (/auto|scroll/.test(style.overflowY) || canScroll) break;
      const isOut = text.right > rect.right + TOLERANCE || text.left < rect.left - TOLERANCE;
      const isBelow = text.bottom > rect.bottom + TOLERANCE || text.top < rect.top - TOLERANCE;
      if ((isOut && isClipping(style.overflowX)) || (isBelow && isClipping(style.overflowY))) {
        // A line with a text of a person ends with an ellipsis.
        const own = new RegExp(`${brackets[0]}[^${brackets[1]}]*${brackets[1]}`, 'g');
        const isOfPerson =
          style.textOverflow === 'ellipsis' && at.textContent.replaceAll(own, '').trim() !== '';
        if (!isOfPerson) report('is cut off');
        isReported = true;
        break;
      }
      if (box === undefined && at.matches(BOXES)) {
        box = at;
        if (isOut || isBelow) {
          report('leaves its box');
          isReported = true;
          break;
        }
      }
    }
    if (!isReported && !canScroll && (text.right > innerWidth + TOLERANCE || text.left < -TOLERANCE))
      report('leaves the screen');
  }
  return found;
}
