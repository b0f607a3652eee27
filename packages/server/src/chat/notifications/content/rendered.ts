import { Parser } from 'htmlparser2';

/** An element of rendered HTML, or a text. */
export type RenderedNode = RenderedElement | string;
export type RenderedElement = {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly classes: ReadonlySet<string>;
  readonly children: RenderedNode[];
};

/** Deeper elements are ignored; the renderer produces far fewer. */
const MAX_DEPTH = 100;

/** Parses the HTML that the renderer stored for a message. */
export function parseRendered(html: string): RenderedNode[] {
  const root = elementOf('', {});
  const stack: RenderedElement[] = [root];
  const parser = new Parser({
    onopentag: (name, attributes) => {
      const element = elementOf(name, attributes);
      if (stack.length <= MAX_DEPTH) stack.at(-1)?.children.push(element);
      stack.push(element);
    },
    onclosetag: () => {
      if (stack.length > 1) stack.pop();
    },
    ontext: (text) => {
      if (stack.length <= MAX_DEPTH) stack.at(-1)?.children.push(text);
    },
  });
  parser.end(html);
  return root.children;
}

export function textOf(node: RenderedNode): string {
  return typeof node === 'string' ? node : node.children.map(textOf).join('');
}

/** The characters of an emoji, by the code points in its class. */
export function emojiOf({ classes, attributes }: RenderedElement): string {
  const code = [...classes].find((name) => EMOJI_CLASS.test(name));
  if (code === undefined) return attributes['alt'] ?? '';
  const points = code.split('-').slice(1);
  return String.fromCodePoint(...points.map((point) => Number.parseInt(point, 16)));
}

const EMOJI_CLASS = /^emoji(?:-[0-9a-f]{1,6})+$/;

/** The TeX source of a formula. */
export function texOf(formula: RenderedElement): string {
  return findElement(formula, ({ name }) => name === 'annotation').map(textOf)[0] ?? textOf(formula);
}

export function findElement(
  root: RenderedElement,
  matches: (element: RenderedElement) => boolean,
): RenderedElement[] {
  return root.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return matches(child) ? [child] : findElement(child, matches);
  });
}

/** The part of a spoiler that may be shown. */
export function spoilerHeaderOf(spoiler: RenderedElement): RenderedNode[] {
  return findElement(spoiler, ({ classes }) => classes.has('spoiler-header')).flatMap(
    ({ children }) => children,
  );
}

/** The link to an image, with its description or file name. */
export function imageLinkOf({ attributes }: RenderedElement): {
  readonly href: string;
  readonly label: string;
} {
  const href = attributes['data-original-src'] ?? attributes['src'] ?? '';
  return { href, label: attributes['alt'] || fileNameOf(href) };
}

/**
 * Previews of images and links need a log-in and repeat a link of the text, so they are left out. In messages without
 * other content a link takes the place of each.
 */
export function withoutPreviews(nodes: readonly RenderedNode[]): RenderedNode[] {
  const kept = nodes.filter((node) => typeof node === 'string' || !isPreview(node));
  if (kept.some((node) => typeof node !== 'string' || node.trim() !== '')) return kept;
  return nodes.flatMap((node) => (typeof node === 'string' ? [] : [linkInPlaceOf(node)]));
}

function isPreview({ classes }: RenderedElement): boolean {
  return classes.has('message_inline_image') || classes.has('message_embed');
}

function linkInPlaceOf(preview: RenderedElement): RenderedElement {
  const [anchor] = findElement(preview, ({ name }) => name === 'a');
  const href = anchor?.attributes['href'] ?? '';
  const link = { ...elementOf('a', { href }), children: [fileNameOf(href)] };
  return { ...elementOf('p', {}), children: [link] };
}

export function fileNameOf(href: string): string {
  const name = href.slice(href.lastIndexOf('/') + 1);
  try {
    return decodeURIComponent(name) || href;
  } catch {
    return name;
  }
}

/** Links of messages are relative to the organization. */
export function absoluteUrl(realmUrl: string, href: string): string {
  return URL.parse(href, `${realmUrl}/`)?.href ?? realmUrl;
}

function elementOf(name: string, attributes: Readonly<Record<string, string>>): RenderedElement {
  const classes = (attributes['class'] ?? '').split(' ').filter((one) => one !== '');
  return { name, attributes, classes: new Set(classes), children: [] };
}
