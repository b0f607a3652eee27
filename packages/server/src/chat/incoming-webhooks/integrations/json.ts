import { limits } from '@parley/contract/limits.ts';
import { codeBlock } from '../markdown.ts';
import type { Integration } from '../integration.ts';
import { storableText } from '../read-payload.ts';

/** Any service that sends JSON. */
export const json: Integration = {
  name: 'json',
  displayName: 'JSON',
  events: null,
  options: [],
  about: 'Posts the payload of any service as formatted JSON. It helps to find out what a service sends.',
  setup: 'Paste the address wherever a service asks for the address of a webhook.',
  compose: ({ source }) => [{ topic: 'JSON', content: codeBlock(formatJson(storableText(source)), 'json') }],
};

const INDENT = '  ';
/** Characters of a formatted payload; the fence needs a few more. */
const MAX_LENGTH = limits.messageLength - 100;

/** Indents JSON text. Unlike parsing and printing, this keeps the order of keys and the digits of numbers. */
export function formatJson(text: string): string {
  let depth = 0;
  let formatted = '';
  for (const [token] of text.matchAll(
    /"[^"\\]*(?:\\[^][^"\\]*)*"|\{\s*\}|\[\s*\]|[[\]{},:]|[^\s[\]{},:"]+/g,
  )) {
    if (token === '{' || token === '[') {
      depth += 1;
      formatted += token + lineBreak(depth);
    } else if (token === '}' || token === ']') {
      depth -= 1;
      formatted += lineBreak(depth) + token;
    } else if (token === ',') formatted += token + lineBreak(depth);
    else if (token === ':') formatted += ': ';
    else formatted += /^[[{]/.test(token) ? token.replaceAll(/\s/g, '') : token;
    if (formatted.length > MAX_LENGTH) return `${formatted.slice(0, MAX_LENGTH).toWellFormed()}…`;
  }
  return formatted;
}

function lineBreak(depth: number): string {
  return `\n${INDENT.repeat(depth)}`;
}
