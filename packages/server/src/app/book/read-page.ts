import path from 'node:path';
import markdownIt, { type Token } from 'markdown-it';
import { Html } from '../../http/html/html.ts';
import { hrefOf } from './contents.ts';

/** A part of a page below one heading. */
export type Section = {
  readonly heading: string;
  readonly anchor: string;
  /** Its paragraphs, cells and lines of code, without markup. */
  readonly lines: readonly string[];
};

export type BookPage = {
  readonly href: string;
  readonly title: string;
  readonly content: Html;
  readonly sections: readonly Section[];
};

const renderer = markdownIt({ html: false });
renderer.renderer.rules['table_open'] = () => '<div class="scroll" tabindex="0"><table>';
renderer.renderer.rules['table_close'] = () => '</table></div>';
renderer.renderer.rules['fence'] = (tokens, index) =>
  `<pre class="code" tabindex="0"><code>${renderer.utils.escapeHtml(tokens[index]?.content ?? '')}</code></pre>`;

/** Renders a file of the book. Links to other files of the book become addresses; others keep their text only. */
export function readPage(file: string, source: string, files: ReadonlySet<string>): BookPage {
  const tokens = renderer.parse(source, {});
  const sections: { heading: string; anchor: string; lines: string[] }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'heading_open') {
      const heading = textOf(tokens[index + 1]);
      const anchor = anchorOf(heading);
      token.attrSet('id', sections.length === 0 ? 'top' : anchor);
      sections.push({ heading, anchor: sections.length === 0 ? 'top' : anchor, lines: [] });
    } else if (token.type === 'inline') {
      if (tokens[index - 1]?.type !== 'heading_open') sections.at(-1)?.lines.push(textOf(token));
      settleLinks(token.children ?? [], file, files);
    } else if (token.type === 'th_open' || token.type === 'td_open') alignByClass(token);
    else if (token.type === 'fence') sections.at(-1)?.lines.push(...token.content.trim().split('\n'));
  }
  return {
    href: hrefOf(file),
    title: sections[0]?.heading ?? file,
    content: new Html(renderer.renderer.render(tokens, renderer.options, {})),
    sections,
  };
}

/** The anchor of a heading, as hosts of repositories make it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replaceAll(/\s/g, '-');
}

function textOf(token: Token | undefined): string {
  const pieces = token?.children ?? [];
  return pieces.map(({ type, content }) => (type === 'softbreak' ? ' ' : content)).join('');
}

function settleLinks(children: readonly Token[], file: string, files: ReadonlySet<string>): void {
  let isDropped = false;
  for (const token of children)
    if (token.type === 'link_open') {
      const target = targetOf(String(token.attrGet('href') ?? ''), file, files);
      isDropped = target === undefined;
      if (target === undefined) dropLink(token);
      else token.attrSet('href', target);
    } else if (token.type === 'link_close' && isDropped) token.tag = 'span';
    else if (token.type === 'image') token.attrSet('src', imageOf(String(token.attrGet('src') ?? ''), file));
}

/** The place of a link in the site; undefined for files of the repository, which a node does not serve. */
function targetOf(link: string, file: string, files: ReadonlySet<string>): string | undefined {
  if (/^(?:https?:\/\/|#)/.test(link)) return link;
  const [place = '', anchor] = link.split('#');
  const target = path.posix.join(path.posix.dirname(file), place);
  if (!files.has(target)) return undefined;
  return anchor === undefined ? hrefOf(target) : `${hrefOf(target)}#${anchor}`;
}

function imageOf(link: string, file: string): string {
  return `/docs/${path.posix.join(path.posix.dirname(file), link)}`;
}

/** The content security policy allows no styles in attributes. */
function alignByClass(token: Token): void {
  const isRight = token.attrGet('style') === 'text-align:right';
  token.attrs = isRight ? [['class', 'number']] : null;
}

function dropLink(token: Token): void {
  token.tag = 'span';
  token.attrs = null;
}
