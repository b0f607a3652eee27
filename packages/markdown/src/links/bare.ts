import { hasKnownTopLevel } from './known-domains.ts';

/** An address that stands in a text without any markup. */
export type BareLink = {
  readonly start: number;
  readonly end: number;
  readonly href: string;
};

const MIGHT_HOLD_LINK = /:\/\/|[a-z0-9]\.[a-z]{2}|bitcoin:/i;
const CANDIDATE =
  /(?<![^\s'"(,:<\u0080-\uffff])(?:(?:https?|hansoft|obsidian|zotero|asanadesktop):\/\/|bitcoin:|(?:[\w.%+-]+@)?[a-z0-9-]+(?:\.[a-z0-9-]+)+)/gi;
const BITCOIN_ADDRESS = /(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[a-z0-9]{11,71})(?![a-z0-9])/y;
const AFTER_HOST = /(?::[0-9]{1,5})?(?=[/?#]|[.,;:!?)'">]*(?:\s|$))/y;
const FREE_BEFORE = /[\s'"(,:<\u0080-\uffff]/;

/**
 * Finds addresses in order. `startsFree` says whether one may begin at the very start of the text.
 */
export function bareLinks(text: string, startsFree: boolean): BareLink[] {
  if (!MIGHT_HOLD_LINK.test(text)) return [];
  const links: BareLink[] = [];
  CANDIDATE.lastIndex = 0;
  for (let match = CANDIDATE.exec(text); match !== null; match = CANDIDATE.exec(text)) {
    const start = match.index;
    if (start === 0 && !startsFree && !FREE_BEFORE.test(text[0] ?? '')) continue;
    const link = linkAt(text, start, match[0]);
    if (link === undefined) continue;
    links.push(link);
    CANDIDATE.lastIndex = link.end;
  }
  return links;
}

function linkAt(text: string, start: number, found: string): BareLink | undefined {
  const after = start + found.length;
  if (found.endsWith('://')) return withScheme(text, start, after);
  if (found.endsWith(':')) {
    BITCOIN_ADDRESS.lastIndex = after;
    const end = after + (BITCOIN_ADDRESS.exec(text)?.[0].length ?? 0);
    return end === after ? undefined : { start, end, href: text.slice(start, end) };
  }
  if (!hasKnownTopLevel(found)) return undefined;
  AFTER_HOST.lastIndex = after;
  const port = AFTER_HOST.exec(text);
  if (port === null) return undefined;
  if (found.includes('@')) return port[0] === '' ? { start, end: after, href: `mailto:${found}` } : undefined;
  const end = pathEnd(text, after + port[0].length);
  return { start, end, href: `http://${text.slice(start, end)}` };
}

function withScheme(text: string, start: number, after: number): BareLink | undefined {
  const end = pathEnd(text, after);
  return end > after ? { start, end, href: text.slice(start, end) } : undefined;
}

// Browsers drop control characters from addresses, so an address ends at one.
// oxlint-disable-next-line no-control-regex
const PATH_CHARACTERS = /[^\s<>"\u0000-\u001f\u007f-\u009f]*/y;
const TRAILING: ReadonlySet<string> = new Set(".,;:!?'*~");
const MAX_PARENTHESES_DEPTH = 6;

/** The end of an address: closed parentheses belong to it, punctuation at its end does not. */
function pathEnd(text: string, from: number): number {
  PATH_CHARACTERS.lastIndex = from;
  const run = PATH_CHARACTERS.exec(text)?.[0] ?? '';
  let length = balancedLength(run);
  while (TRAILING.has(run[length - 1] ?? '')) length--;
  return from + length;
}

function balancedLength(run: string): number {
  let depth = 0;
  for (const { 0: parenthesis, index } of run.matchAll(/[()]/g)) {
    depth += parenthesis === '(' ? 1 : -1;
    if (depth < 0 || depth > MAX_PARENTHESES_DEPTH) return index;
  }
  return run.length;
}
