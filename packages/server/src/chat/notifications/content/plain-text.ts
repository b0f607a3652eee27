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

export type TextStyle = {
  /** The organization to which relative links lead; undefined leaves out the targets of links. */
  readonly realmUrl: string | undefined;
  /** Replaces the hidden part of a spoiler. */
  readonly spoilerHint: string;
  /** Replaces quotes, and lines that introduce them, in messages that have other text; undefined keeps quotes. */
  readonly quoteMark: string | undefined;
  readonly formatTime: (time: Date) => string;
};

/** The text of a rendered message without markup. */
export function plainTextOf(rendered: string, style: TextStyle): string {
  const nodes = withoutPreviews(parseRendered(rendered));
  const shown = style.quoteMark === undefined ? nodes : withoutQuotes(nodes, style.quoteMark);
  return blockText(shown, style).trim();
}

/** Replaces quotes if anything else remains. */
function withoutQuotes(nodes: readonly RenderedNode[], mark: string): readonly RenderedNode[] {
  const kept: RenderedNode[] = [];
  for (const node of nodes) {
    if (typeof node === 'string' || node.name !== 'blockquote') {
      kept.push(node);
      continue;
    }
    const before = kept.findLastIndex((one) => typeof one !== 'string');
    const introduction = kept[before];
    if (introduction !== undefined && isQuoteIntroduction(introduction)) kept.length = before;
    kept.push({ name: 'p', attributes: {}, classes: new Set(), children: [mark] });
  }
  const rest = kept.filter((node) => textOf(node).trim() !== mark).map(textOf);
  return rest.join('').trim() === '' ? nodes : kept;
}

/** The line above a quoted message: a silent mention of its author and a link to it. */
function isQuoteIntroduction(node: RenderedNode): boolean {
  if (typeof node === 'string' || node.name !== 'p') return false;
  const [author, ...rest] = node.children;
  if (author === undefined || typeof author === 'string' || !author.classes.has('silent')) return false;
  return rest.some((one) => typeof one !== 'string' && one.name === 'a') && textOf(node).endsWith(':');
}

const LINE_ELEMENTS: ReadonlySet<string> = new Set(
  'p div h1 h2 h3 h4 h5 h6 ul ol li pre blockquote table tr hr'.split(' '),
);

function blockText(nodes: readonly RenderedNode[], style: TextStyle): string {
  let text = '';
  for (const node of nodes) {
    const isLine = typeof node !== 'string' && LINE_ELEMENTS.has(node.name);
    // Line breaks between elements have no meaning.
    const part = typeof node === 'string' ? node.replaceAll('\n', '') : elementText(node, style);
    if (isLine && text !== '' && !text.endsWith('\n')) text += '\n';
    text += part;
    if (isLine && part !== '' && !part.endsWith('\n')) text += '\n';
  }
  return text;
}

function elementText(element: RenderedElement, style: TextStyle): string {
  const { name, classes, attributes, children } = element;
  if (classes.has('spoiler-block'))
    return `${blockText(spoilerHeaderOf(element), style).trim()} ${style.spoilerHint}`.trim();
  if (classes.has('katex')) return texOf(element);
  if (classes.has('emoji')) return emojiOf(element);
  switch (name) {
    // Rendered messages have none of these, but the HTML of received e-mails does.
    case 'head':
    case 'style':
    case 'script':
      return '';
    case 'br':
      return '\n';
    case 'img': {
      const { href, label } = imageLinkOf(element);
      return linkText(label, href, style);
    }
    case 'a':
      return linkText(blockText(children, style), attributes['href'] ?? '', style);
    case 'audio':
    case 'video':
      return linkText(fileNameOf(attributes['src'] ?? ''), attributes['src'] ?? '', style);
    case 'time':
      return timeText(element, style);
    case 'pre':
      return textOf(element).replace(/\n$/, '');
    case 'blockquote':
      return quoted(blockText(children, style).trim());
    case 'ol':
    case 'ul':
      return listText(element, style);
    case 'td':
    case 'th':
      return `${blockText(children, style)} `;
    default:
      return blockText(children, style);
  }
}

function linkText(label: string, href: string, { realmUrl }: TextStyle): string {
  if (realmUrl === undefined || href === '') return label;
  const url = absoluteUrl(realmUrl, href);
  return label === url || label === href ? url : `${label} (${url})`;
}

function timeText(element: RenderedElement, { formatTime }: TextStyle): string {
  const time = new Date(element.attributes['datetime'] ?? '');
  return Number.isNaN(time.getTime()) ? textOf(element) : formatTime(time);
}

function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => (line.startsWith('>') ? `>${line}` : `> ${line}`))
    .join('\n');
}

function listText({ name, attributes, children }: RenderedElement, style: TextStyle): string {
  const items = children.filter((child) => typeof child !== 'string');
  const first = Number(attributes['start'] ?? 1);
  return items
    .map((item, index) => {
      const mark = name === 'ol' ? `${first + index}. ` : '- ';
      return mark + blockText(item.children, style).trim().replaceAll('\n', '\n  ');
    })
    .join('\n');
}
