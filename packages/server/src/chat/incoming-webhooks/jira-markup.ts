import { quoted } from '../notices/links.ts';
import { KeptPieces, withoutTokens } from './kept-pieces.ts';
import { code, codeBlock, link } from './markdown.ts';
import { replaceBetween } from '../../engine/replace-between.ts';

const PLAIN_BLOCK = /\{noformat\}([^]*?)\{noformat\}/g;
const CODE_OPENING = /\{code(?::([^{}\n]*))?\}/g;
const CODE_CLOSING = '{code}';
const LANGUAGE = /^[\w+-]*/;
const QUOTE_BLOCK = /\{quote\}([^]*?)\{quote\}/g;
const CODE = /\{\{([^{}\n]+)\}\}/g;
const USER = /\[~(?:accountid:)?([^[\]\n]+)\]/g;
const LINK = /\[([^[\]|\n]+)\|([^[\]|\s]+)(?:\|[^[\]\n]*)?\]/g;
const BOLD = /(?<=^|[\s(])\*(?=\S)([^*\n]*\S)\*(?=$|[\s.,:;!?)])/gm;

/** Converts the markup of Jira to Markdown. `userCalled` names a user of Jira. */
export function fromJiraMarkup(text: string, userCalled: (name: string) => string): string {
  const kept = new KeptPieces();
  const block = (content: string): string => kept.keep(`\n${content}\n`);
  const withoutPlain = withoutTokens(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(PLAIN_BLOCK, (_all, body: string) => block(codeBlock(body.trim())));
  const converted = replaceBetween(withoutPlain, CODE_OPENING, CODE_CLOSING, (body, [, parameters = '']) =>
    block(codeBlock(body.trim(), LANGUAGE.exec(parameters)?.[0])),
  )
    .replaceAll(CODE, (_all, body: string) => kept.keep(code(body)))
    .replaceAll(USER, (_all, name: string) => kept.keep(userCalled(name)))
    .replaceAll(LINK, (_all, label: string, url: string) => kept.keep(link(label, url)))
    .replaceAll(BOLD, '**$1**')
    .replaceAll(/^bq\. ?/gm, '> ');
  const restored = kept.restore(converted);
  return restored.replaceAll(QUOTE_BLOCK, (_all, body: string) => `\n${quoted(body.trim())}\n`).trim();
}
