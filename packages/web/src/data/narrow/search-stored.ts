import type { Message, NarrowTerm, State } from '@parley/client';
import { fold } from '../../words/fold.ts';
import { plainText } from '../derived/preview-text.ts';
import { judge } from './judge.ts';

/** Messages of this device that match a search, oldest first. Terms that only the server can judge match nothing. */
export function searchStored(
  messages: readonly Message[],
  terms: readonly NarrowTerm[],
  state: State,
): readonly Message[] {
  const words = terms.flatMap(wordsOf);
  const others = terms.filter((term) => wordsOf(term).length === 0);
  return messages
    .filter(
      (message) =>
        hasWords(message, words) && judge({ kind: 'search', terms: others }, message, state) === true,
    )
    .toSorted((a, b) => a.id - b.id);
}

/** Words of a term that asks for words. */
function wordsOf(term: NarrowTerm): string[] {
  const { operator, operand, negated } = Array.isArray(term)
    ? { operator: term[0], operand: term[1], negated: false }
    : term;
  if (operator !== 'search' || negated === true) return [];
  return fold(String(operand))
    .split(' ')
    .filter((word) => word !== '');
}

function hasWords(message: Message, words: readonly string[]): boolean {
  const topic = message.kind === 'channel' ? message.topic : '';
  const text = fold(`${plainText(message.content)} ${topic}`);
  return words.every((word) => text.includes(word));
}
