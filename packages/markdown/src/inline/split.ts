import type { StateInline, Token } from 'markdown-it';
import { escapeText, openTag } from '../html.ts';
import { jobOf } from '../job.ts';
import { relativeIfLocal } from '../links/url.ts';
import { makeAtom, makeText, replaceTokens } from './atom.ts';

/** A piece of a text that becomes a link. */
export type Piece = {
  readonly start: number;
  readonly end: number;
  readonly href: string;
  /** An address written out; its own text is no label. */
  readonly bare: boolean;
};

/** Turns the pieces that `find` gives for each run of text into links. */
export function linkPieces(
  state: StateInline,
  find: (text: string, startsFree: boolean) => readonly Piece[],
): void {
  let tokens: Token[] | undefined;
  for (const [index, token] of state.tokens.entries()) {
    const pieces = token.type === 'text' ? find(token.content, index === 0) : [];
    if (pieces.length === 0) tokens?.push(token);
    else pushPieces(state, (tokens ??= state.tokens.slice(0, index)), token.content, pieces);
  }
  if (tokens !== undefined) replaceTokens(state, tokens);
}

function pushPieces(state: StateInline, tokens: Token[], text: string, pieces: readonly Piece[]): void {
  const job = jobOf(state.env);
  let end = 0;
  for (const piece of pieces) {
    if (piece.start > end) tokens.push(makeText(state, text.slice(end, piece.start)));
    const href = relativeIfLocal(piece.href, job.context.origin);
    const label = text.slice(piece.start, piece.end);
    job.found.addLink(href);
    const html = `${openTag('a', { href })}${escapeText(label)}</a>`;
    tokens.push(makeAtom(state, html, piece.bare ? { href } : { href, label }));
    end = piece.end;
  }
  if (end < text.length) tokens.push(makeText(state, text.slice(end)));
}
