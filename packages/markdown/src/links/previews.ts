import type { MarkdownIt, StateCore, Token } from 'markdown-it';
import { linkMetaOf, type LinkMeta } from '../inline/atom.ts';
import { type Job, jobOf } from '../job.ts';
import { nameVideo, pageHtml } from './page-preview.ts';
import { mayBePage, previewOf } from './preview.ts';

/** Shows linked pictures and films below the text. */
export function previews(md: MarkdownIt): void {
  md.core.ruler.push('previews', addPreviews);
}

/** A text with more different links than this is a list of links and gets no previews. */
const MAX_LINKS = 24;

function addPreviews(state: StateCore): void {
  const job = jobOf(state.env);
  if (job.found.links.size === 0) return;
  const linksOf = linksOutsideQuotes(state.tokens);
  const distinct = new Set([...linksOf.values()].flat().map((link) => link.href));
  if (distinct.size === 0 || distinct.size > MAX_LINKS) return;
  const shown = new Set<string>();
  const tokens: Token[] = [];
  const cards: string[] = [];
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index];
    if (token === undefined) continue;
    const links = linksOf.get(token);
    if (links === undefined) {
      tokens.push(token);
      continue;
    }
    const found = previewsOf(job, token, links, shown, cards);
    const close = state.tokens[++index];
    const replaced = found.replaces && token.children?.length === 1 && close?.type === 'paragraph_close';
    if (replaced) tokens.pop();
    else tokens.push(token);
    const below = found.html.map((html) => htmlToken(state, `${html}\n`));
    if (close?.tag === 'td' || close?.tag === 'th') tokens.push(...below, close);
    else if (replaced || close === undefined) tokens.push(...below);
    else tokens.push(close, ...below);
  }
  state.tokens = [...tokens, ...cards.map((html) => htmlToken(state, `${html}\n`))];
}

function linksOutsideQuotes(tokens: readonly Token[]): Map<Token, LinkMeta[]> {
  const links = new Map<Token, LinkMeta[]>();
  let quotes = 0;
  for (const token of tokens) {
    if (token.type === 'blockquote_open') quotes++;
    else if (token.type === 'blockquote_close') quotes--;
    else if (token.type === 'inline' && quotes === 0) {
      const found = (token.children ?? []).flatMap((child) => linkMetaOf(child) ?? []);
      if (found.length > 0) links.set(token, found);
    }
  }
  return links;
}

type Previews = {
  readonly html: string[];
  /** The first one shows all that its link says. */
  readonly replaces: boolean;
};

/** Each address is shown once, where it first appears. */
function previewsOf(
  job: Job,
  token: Token,
  links: readonly LinkMeta[],
  shown: Set<string>,
  cards: string[],
): Previews {
  const html: string[] = [];
  let replaces = false;
  for (const link of links) {
    if (shown.has(link.href)) continue;
    shown.add(link.href);
    const preview = previewOf(job, link);
    if (preview?.hasPage === true || (preview === undefined && mayBePage(link.href))) {
      job.found.previewable.add(link.href);
      const page = job.context.pages?.[link.href];
      if (page !== undefined) {
        nameVideo(token, link, page);
        if (preview === undefined) cards.push(pageHtml(job, link.href, page));
      }
    }
    if (preview === undefined) continue;
    html.push(preview.html);
    replaces = preview.replacesText && link.label === undefined;
    if (preview.isImage) job.found.hasImage = true;
  }
  return { html, replaces };
}

function htmlToken(state: StateCore, html: string): Token {
  const token = new state.Token('html', '', 0);
  token.content = html;
  return token;
}
