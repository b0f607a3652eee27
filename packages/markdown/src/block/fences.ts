/** The line that opens a fenced block. */
export type FenceOpening = {
  readonly indent: number;
  readonly fence: string;
  readonly language: string;
  /** The rest of the line after the language. */
  readonly header: string;
};

const FENCE_MARK = /^( {0,3})(`{3,}|~{3,})/;
/** A line may contain separators of lines other than `\n`; then it opens nothing. */
const LINE_END = /[\n\r\u2028\u2029]/;
const LANGUAGE_WORD = /^ *(\S*)/;

export function fenceOpening(line: string): FenceOpening | undefined {
  const match = FENCE_MARK.exec(line);
  if (match === null || LINE_END.test(line)) return undefined;
  const [start, indent = '', fence = ''] = match;
  const rest = line.slice(start.length);
  const [before = '', language = ''] = LANGUAGE_WORD.exec(rest) ?? [];
  const header = rest.slice(before.length);
  if (fence.startsWith('`') && (language.includes('`') || header.includes('`'))) return undefined;
  return { indent: indent.length, fence, language, header: header.trim() };
}

const QUOTE_WORDS: ReadonlySet<string> = new Set(['quote', 'quoted']);

export function isQuote(language: string): boolean {
  return QUOTE_WORDS.has(language);
}

/** Follows fences line by line. Inside quotes and spoilers further fences may open; inside code they may not. */
export class FenceTracker {
  readonly #open: { fence: string; nests: boolean }[] = [];

  get isOpen(): boolean {
    return this.#open.length > 0;
  }

  /** Whether what follows is code, in which nothing is interpreted. */
  get isCode(): boolean {
    return this.#open.at(-1)?.nests === false;
  }

  open(fence: string, language: string): void {
    this.#open.push({ fence, nests: isQuote(language) || language === 'spoiler' });
  }

  /** Takes a line; an opening or closing fence changes what is open. */
  feed(line: string): void {
    const innermost = this.#open.at(-1);
    if (innermost !== undefined && closes(line, innermost.fence)) {
      this.#open.pop();
      return;
    }
    if (innermost !== undefined && !innermost.nests) return;
    const opening = fenceOpening(line);
    if (opening !== undefined) this.open(opening.fence, opening.language);
  }
}

function closes(line: string, fence: string): boolean {
  return line.trim() === fence && !line.startsWith('    ');
}
