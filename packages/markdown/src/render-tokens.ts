import type { Token } from 'markdown-it';
import { codeBlockHtml } from './code/code-block.ts';
import { textHtml } from './emoji/text-html.ts';
import { openTag } from './html.ts';
import type { Job } from './job.ts';

/** Containers whose children begin on a new line. */
const CONTAINERS: ReadonlySet<string> = new Set(['blockquote', 'ul', 'ol', 'table', 'thead', 'tbody', 'tr']);

/** Block tokens → HTML, blocks separated by one newline. */
export function renderTokens(tokens: readonly Token[], job: Job): string {
  let html = '';
  for (const [index, token] of tokens.entries()) {
    if (token.type === 'inline') html += inlineHtml(token.children ?? [], job);
    else if (token.type === 'html') html += token.content;
    else if (token.type === 'code_block')
      html += `${codeBlockHtml(job, token.content.trimEnd().split('\n'), '')}\n`;
    else if (token.hidden) continue;
    else if (token.nesting === -1) html += `</${token.tag}>\n`;
    else if (token.nesting === 0) html += `<${token.tag}>\n`;
    else html += opening(token, tokens[index + 1]);
  }
  return html.endsWith('\n') ? html.slice(0, -1) : html;
}

function inlineHtml(children: readonly Token[], job: Job): string {
  let html = '';
  for (const child of children) html += child.type === 'text' ? textHtml(job, child.content) : child.content;
  return html;
}

function opening(token: Token, next: Token | undefined): string {
  const attributes = Object.fromEntries(
    (token.attrs ?? []).map(([name, value]) => [name, styled(name, value)]),
  );
  const tag = token.attrs === null ? `<${token.tag}>` : openTag(token.tag, attributes);
  return startsOnNewLine(token, next) ? `${tag}\n` : tag;
}

/** A list item runs on with its text unless its first child is a block. */
function startsOnNewLine(token: Token, next: Token | undefined): boolean {
  if (token.tag !== 'li') return CONTAINERS.has(token.tag);
  return next !== undefined && !next.hidden && next.type !== 'list_item_close';
}

function styled(name: string, value: string | number): string {
  return name === 'style' ? String(value).replace(/^text-align:(\w+)$/, 'text-align: $1;') : String(value);
}
