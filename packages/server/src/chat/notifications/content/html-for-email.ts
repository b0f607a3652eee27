import { escapeText, openingTag } from '../../messages/html-diff/html.ts';
import {
  absoluteUrl,
  emojiOf,
  fileNameOf,
  imageLinkOf,
  parseRendered,
  spoilerHeaderOf,
  texOf,
  textOf,
  withoutPreviews,
  type RenderedElement,
  type RenderedNode,
} from './rendered.ts';
import type { TextStyle } from './plain-text.ts';

export type HtmlStyle = Pick<TextStyle, 'spoilerHint' | 'formatTime'> & { readonly realmUrl: string };

/**
 * The HTML of a message for mail programs, which cannot log in: links are absolute, images become links, and the hidden
 * part of a spoiler is left out. Classes are those of the e-mail's own style sheet.
 */
export function htmlForEmail(rendered: string, style: HtmlStyle): string {
  return htmlOf(withoutPreviews(parseRendered(rendered)), style);
}

/** Elements that mail programs show without attributes, and the class of those that have a style. */
const PLAIN_ELEMENTS: Readonly<Record<string, string>> = {
  p: '',
  em: '',
  strong: '',
  del: '',
  ul: '',
  ol: '',
  li: '',
  h1: '',
  h2: '',
  h3: '',
  h4: '',
  h5: '',
  h6: '',
  thead: '',
  tbody: '',
  tr: '',
  table: 'table',
  th: 'cell',
  td: 'cell',
  blockquote: 'quote',
  pre: 'code-block',
  code: 'code',
};

function htmlOf(nodes: readonly RenderedNode[], style: HtmlStyle): string {
  return nodes
    .map((node) => (typeof node === 'string' ? escapeText(node) : elementHtml(node, style)))
    .join('');
}

function elementHtml(element: RenderedElement, style: HtmlStyle): string {
  const { name, classes, attributes, children } = element;
  if (classes.has('spoiler-block'))
    return `${htmlOf(spoilerHeaderOf(element), style)}<p class="quiet">${escapeText(style.spoilerHint)}</p>`;
  if (classes.has('katex')) return `<code class="code">${escapeText(texOf(element))}</code>`;
  if (classes.has('emoji')) return emojiHtml(element, style);
  if (isMention(element)) return `<span class="mention">${htmlOf(children, style)}</span>`;
  switch (name) {
    case 'br':
    case 'hr':
      return `<${name}>`;
    case 'img': {
      const { href, label } = imageLinkOf(element);
      return link(href, escapeText(label), style);
    }
    case 'a':
      return link(attributes['href'] ?? '', htmlOf(children, style), style);
    case 'audio':
    case 'video':
      return link(attributes['src'] ?? '', escapeText(fileNameOf(attributes['src'] ?? '')), style);
    case 'time':
      return timeHtml(element, style);
    default:
      return plainElement(element, style);
  }
}

function plainElement({ name, attributes, children }: RenderedElement, style: HtmlStyle): string {
  const className = PLAIN_ELEMENTS[name];
  const content = htmlOf(children, style);
  if (className === undefined) return content;
  const start = name === 'ol' && attributes['start'] !== undefined ? { start: attributes['start'] } : {};
  return `${openingTag(name, { ...(className === '' ? {} : { class: className }), ...start })}${content}</${name}>`;
}

function isMention({ classes }: RenderedElement): boolean {
  return classes.has('user-mention') || classes.has('user-group-mention') || classes.has('topic-mention');
}

function link(href: string, content: string, { realmUrl }: HtmlStyle): string {
  return `${openingTag('a', { href: absoluteUrl(realmUrl, href) })}${content}</a>`;
}

/** Standard emoji are characters, which need no request; custom emoji are images with an absolute address. */
function emojiHtml(element: RenderedElement, { realmUrl }: HtmlStyle): string {
  const { name, attributes } = element;
  if (name !== 'img') return escapeText(emojiOf(element));
  const src = absoluteUrl(realmUrl, attributes['src'] ?? '');
  return openingTag('img', { src, alt: attributes['alt'] ?? '', width: '20', height: '20' });
}

function timeHtml(element: RenderedElement, { formatTime }: HtmlStyle): string {
  const time = new Date(element.attributes['datetime'] ?? '');
  return escapeText(Number.isNaN(time.getTime()) ? textOf(element) : formatTime(time));
}
