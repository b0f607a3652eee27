import { messages } from '../../../packages/markdown/test/messages.ts';

/** Four of five messages are a plain line; the others use Markdown, without mentions. */
function isPlain(text: string): boolean {
  return /^[A-Za-z][A-Za-z ,.!?'’0-9]*$/.test(text) && text.length < 120;
}

function namesSomebody(text: string): boolean {
  return /@\*|#\*\*/.test(text);
}

const plain = messages.filter((text) => isPlain(text));
const markdown = messages.filter((text) => !isPlain(text) && !namesSomebody(text));

/** Text number n of the mix. */
export function textAt(n: number): string {
  const list = n % 5 === 4 ? markdown : plain;
  return list[(Math.floor(n / 5) * (n % 5 === 4 ? 1 : 4)) % list.length] ?? 'hello';
}
