import type { StateInline, Token } from 'markdown-it';

/** A link as the previews need it. */
export type LinkMeta = {
  readonly href: string;
  /** The link text; absent for a bare address. */
  readonly label?: string;
};

/** Adds finished HTML that no later rule looks into. */
export function pushAtom(state: StateInline, html: string, link?: LinkMeta): void {
  fillAtom(state.push('atom', '', 0), html, link);
}

export function makeAtom(state: StateInline, html: string, link?: LinkMeta): Token {
  return fillAtom(new state.Token('atom', '', 0), html, link);
}

export function makeText(state: StateInline, content: string): Token {
  const token = new state.Token('text', '', 0);
  token.content = content;
  return token;
}

/** The parser's caller holds on to the array itself. */
export function replaceTokens(state: StateInline, tokens: readonly Token[]): void {
  state.tokens.length = 0;
  for (const token of tokens) state.tokens.push(token);
}

export function linkMetaOf(token: Token): LinkMeta | undefined {
  return token.meta?.['link'] as LinkMeta | undefined;
}

function fillAtom(token: Token, html: string, link: LinkMeta | undefined): Token {
  token.content = html;
  if (link !== undefined) token.meta = { link };
  return token;
}
