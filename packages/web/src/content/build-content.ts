import { parseMessageHtml } from './trusted-html.ts';
import { dressCards } from './cards.ts';
import { dressCode } from './code.ts';
import { dressEmoji, isEmojiOnly } from './emoji.ts';
import { dressFormulas } from './formulas.ts';
import { dressLinks } from './links.ts';
import { dressMedia } from './media.ts';
import { dressMentions } from './mentions.ts';
import { dressQuotes } from './quotes.ts';
import type { ContentSettings } from './settings.ts';
import { dressSpoilers } from './spoilers.ts';
import { dressTables } from './tables.ts';
import { dressTimes } from './times.ts';

export type BuiltContent = {
  readonly nodes: DocumentFragment;
  /** A few emoji and nothing else, which are shown large. */
  readonly isBig: boolean;
};

/** Message HTML as elements, with the controls and sizes that the page adds, before any of it is drawn. */
export function buildContent(html: string, settings: ContentSettings): BuiltContent {
  const nodes = parseMessageHtml(html);
  if (RIGHT_TO_LEFT.test(html)) dressDirections(nodes);
  // Most messages are one paragraph of text.
  if (!/<(?!\/?p>|br>)/.test(html)) return { nodes, isBig: false };
  dressSpoilers(nodes);
  dressCode(nodes, settings);
  dressTables(nodes);
  dressMedia(nodes);
  dressQuotes(nodes);
  dressCards(nodes, settings.hasCards);
  dressLinks(nodes);
  dressMentions(nodes, settings);
  dressTimes(nodes, settings);
  dressFormulas(nodes);
  const isBig = isEmojiOnly(nodes);
  dressEmoji(nodes, settings);
  return { nodes, isBig };
}

const RIGHT_TO_LEFT = /\p{Script=Arabic}|\p{Script=Hebrew}|\p{Script=Syriac}|\p{Script=Thaana}/u;

/** Each block has the direction of its own text, so that names and times around it stay where they are. */
function dressDirections(nodes: ParentNode): void {
  for (const block of nodes.querySelectorAll('p, li, h1, h2, h3, h4, h5, h6, td, th'))
    block.setAttribute('dir', 'auto');
}

/** Puts a mark such as "edited" behind the last words. */
export function appendMark(nodes: ParentNode & Node, mark: Element): void {
  const last = nodes.lastElementChild;
  const home = last !== null && last.tagName === 'P' ? last : nodes;
  home.append(' ', mark);
}
