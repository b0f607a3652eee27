import type { TextPiece } from './form.ts';

/** A text in parts: code, which stays as it is, and everything else. */
type Part = { readonly isCode: boolean; readonly text: string };

/** Converts a text in Markdown outside of its code. */
export function outsideCode(text: string, convert: (plain: string) => readonly TextPiece[]): TextPiece[] {
  return partsOf(text).flatMap((part): readonly TextPiece[] =>
    part.isCode ? [part.text] : convert(part.text),
  );
}

/** Replaces what an expression finds; text between stays. */
export function replaceAll(
  text: string,
  expression: RegExp,
  replace: (groups: readonly (string | undefined)[]) => readonly TextPiece[],
): TextPiece[] {
  const pieces: TextPiece[] = [];
  let from = 0;
  for (const match of text.matchAll(expression)) {
    if (match.index > from) pieces.push(text.slice(from, match.index));
    pieces.push(...replace(match));
    from = match.index + match[0].length;
  }
  if (from < text.length) pieces.push(text.slice(from));
  return pieces;
}

function partsOf(text: string): Part[] {
  if (!text.includes('`') && !text.includes('~~~')) return [{ isCode: false, text }];
  const parts: Part[] = [];
  let plain: string[] = [];
  let fence: string | undefined;
  let code: string[] = [];
  const end = (): void => {
    if (plain.length > 0) parts.push(...inlineParts(plain.join('')));
    if (code.length > 0) parts.push({ isCode: true, text: code.join('') });
    [plain, code] = [[], []];
  };
  for (const line of text.split(/(?<=\n)/)) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
    if (fence !== undefined) {
      code.push(line);
      if (mark?.startsWith(fence) === true && line.trim() === mark) {
        fence = undefined;
        end();
      }
    } else if (mark !== undefined && !isQuote(line)) {
      end();
      code.push(line);
      fence = mark;
    } else plain.push(line);
  }
  end();
  return parts;
}

/** Blocks of this kind contain text, not code. */
function isQuote(line: string): boolean {
  return /^ {0,3}(?:`{3,}|~{3,})\s*(?:quote|spoiler)\b/.test(line);
}

function inlineParts(text: string): Part[] {
  const parts: Part[] = [];
  let from = 0;
  const runs = [...text.matchAll(/`+/g)];
  const closing = nextOfLength(runs.map(([ticks]) => ticks.length));
  for (let n = 0; n < runs.length; n += 1) {
    const last = closing[n];
    const [open, close] = [runs[n], runs[last ?? -1]];
    if (open === undefined || close === undefined || last === undefined) continue;
    const to = close.index + close[0].length;
    if (open.index > from) parts.push({ isCode: false, text: text.slice(from, open.index) });
    parts.push({ isCode: true, text: text.slice(open.index, to) });
    from = to;
    n = last;
  }
  if (from < text.length) parts.push({ isCode: false, text: text.slice(from) });
  return parts;
}

/** For each run of ticks the next one of its length. */
function nextOfLength(lengths: readonly number[]): (number | undefined)[] {
  const next: (number | undefined)[] = [];
  const seen = new Map<number, number>();
  for (let n = lengths.length - 1; n >= 0; n -= 1) {
    const length = lengths[n] ?? 0;
    next[n] = seen.get(length);
    seen.set(length, n);
  }
  return next;
}
