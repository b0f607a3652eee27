import { quoted } from '../notices/links.ts';
import { KeptPieces, withoutTokens } from './kept-pieces.ts';
import { code, codeBlock, link } from './markdown.ts';

const PLAIN_BLOCK = /\{noformat\}([^]*?)\{noformat\}/g;
const CODE_BLOCK = /\{code(?::([\w+-]*)[^}\n]*)?\}([^]*?)\{code\}/g;
const QUOTE_BLOCK = /\{quote\}([^]*?)\{quote\}/g;
const CODE = /\{\{([^{}\n]+)\}\}/g;
const USER = /\[~(?:accountid:)?([^\]\n]+)\]/g;
const LINK = /\[([^\]|\n]+)\|([^\]|\s]+)(?:\|[^\]\n]*)?\]/g;
const BOLD = /(?<=^|[\s(])\*(?=\S)([^*\n]*\S)\*(?=$|[\s.,:;!?)])/gm;

/** Converts the markup of Jira to Markdown. `userCalled` names a user of Jira. */
export function fromJiraMarkup(text: string, userCalled: (name: string) => string): string {
  const kept = new KeptPieces();
  const block = (content: string): string => kept.keep(`\n${content}\n`);
  const converted = withoutTokens(text)
    .replaceAll('\r\n', '\n')
    .replaceAll(PLAIN_BLOCK, (_all, body: string) => block(codeBlock(body.trim())))
    .replaceAll(CODE_BLOCK, (_all, language: string | undefined, body: string) =>
      block(codeBlock(body.trim(), language ?? '')),
    )
    .replaceAll(CODE, (_all, body: string) => kept.keep(code(body)))
    .replaceAll(USER, (_all, name: string) => kept.keep(userCalled(name)))
    .replaceAll(LINK, (_all, label: string, url: string) => kept.keep(link(label, url)))
    .replaceAll(BOLD, '**$1**')
    .replaceAll(/^bq\. ?/gm, '> ');
  const restored = kept.restore(converted);
  return restored.replaceAll(QUOTE_BLOCK, (_all, body: string) => `\n${quoted(body.trim())}\n`).trim();
}
