/** Code points of a preview. */
const MAX_PREVIEW_LENGTH = 200;
/** Longer HTML is cut: the first line is always in front. */
const MAX_PARSED_LENGTH = 20_000;

const BLOCKS = new Set('blockquote div h1 h2 h3 h4 h5 h6 hr li ol p pre table td th tr ul br'.split(' '));
const VOID = new Set(['br', 'hr', 'img', 'input', 'wbr', 'source']);
const HIDDEN = /class="[^"]*\b(?:spoiler-content|katex-html)\b/;
const TOKEN = /<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g;

type Open = { readonly name: string; readonly isShown: boolean; readonly isHidden: boolean };

/** The first line of message HTML as plain text, as the server tells it in its list of conversations. */
export function previewText(html: string): string {
  let own = '';
  let quoted = '';
  let isQuotedDone = false;
  readText(html, {
    add: (text, isQuoted) => {
      if (!isQuoted) own += text;
      else if (!isQuotedDone) quoted += text;
    },
    endLine: (isQuoted) => {
      if (!isQuoted) return clean(own) !== '';
      isQuotedDone ||= clean(quoted) !== '';
      return false;
    },
  });
  return shortened(clean(own) || clean(quoted));
}

/** All lines of message HTML as plain text on one line; what a spoiler hides is left out. */
export function plainText(html: string): string {
  let all = '';
  readText(html, {
    add: (text) => {
      all += text;
    },
    endLine: () => {
      all += ' ';
      return false;
    },
  });
  return shortened(all.replaceAll(/\s+/g, ' ').trim());
}

type TextReader = {
  readonly add: (text: string, isQuoted: boolean) => void;
  /** Returns whether enough was read. */
  readonly endLine: (isQuoted: boolean) => boolean;
};

function readText(html: string, { add, endLine }: TextReader): void {
  const stack: Open[] = [];
  let replacement: string | undefined;
  const isQuoted = (): boolean => stack.some(({ name }) => name === 'blockquote');
  const show = (text: string): void => {
    if (stack.at(-1)?.isShown === false) return;
    add(replacement ?? decoded(text), isQuoted());
    replacement = undefined;
  };
  for (const [, slash, name = '', attributes = '', text] of html
    .slice(0, MAX_PARSED_LENGTH)
    .matchAll(TOKEN)) {
    if (text !== undefined) {
      show(text);
      const isCode = stack.some((open) => open.name === 'pre');
      if (isCode && text.includes('\n') && endLine(isQuoted())) return;
    } else if (slash === '/') {
      const isDone = BLOCKS.has(name) && endLine(isQuoted());
      stack.pop();
      if (isDone || (BLOCKS.has(name) && endLine(isQuoted()))) return;
    } else {
      if (name === 'img') show(/ alt="([^"]*)"/.exec(attributes)?.[1] ?? '');
      if (BLOCKS.has(name) && endLine(isQuoted())) return;
      replacement = emojiIn(attributes) ?? replacement;
      if (!VOID.has(name)) stack.push(opened(name, attributes, stack.at(-1)));
    }
  }
}

/** The source of a formula is shown, the rest of it is not. */
function opened(name: string, attributes: string, outer: Open | undefined): Open {
  const isHidden = outer?.isHidden === true || HIDDEN.test(attributes);
  const isShown = !isHidden && name !== 'math' && (name === 'annotation' || outer?.isShown !== false);
  return { name, isShown, isHidden };
}

function emojiIn(attributes: string): string | undefined {
  const code = /\bemoji-([0-9a-f]+(?:-[0-9a-f]+)*)\b/.exec(attributes)?.[1];
  const points = code?.split('-').map((point) => Number.parseInt(point, 16));
  return points?.every((point) => point > 0 && point <= 0x10_ff_ff) === true
    ? String.fromCodePoint(...points)
    : undefined;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

function decoded(text: string): string {
  return text.replaceAll(/&(#x[0-9a-f]+|#[0-9]+|[a-z]+);/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return ENTITIES[name] ?? whole;
    const point = name[1] === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return point > 0 && point <= 0x10_ff_ff ? String.fromCodePoint(point) : whole;
  });
}

function clean(text: string): string {
  const [line = ''] = text.trim().split('\n');
  return line.replaceAll(/\s+/g, ' ').trim();
}

function shortened(text: string): string {
  const points = Array.from(text);
  return points.length > MAX_PREVIEW_LENGTH ? `${points.slice(0, MAX_PREVIEW_LENGTH - 1).join('')}…` : text;
}
