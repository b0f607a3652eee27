import type { Message } from '@parley/client';
import { fold } from '../../words/fold.ts';

/** A word in the form that was typed says more than another form or a longer word. */
const EXACT = 2;
const SIMILAR = 1;
/** A word of the topic counts like two: the whole conversation is about it. */
const IN_TOPIC = 2;
/** Two of the words stand next to each other. */
const NEXT_TO_EACH_OTHER = 2;

const MARKED = /<span class="highlight">([^<]*)<\/span>/g;
const MARKED_PAIR =
  /<span class="highlight">([^<]*)<\/span>[^\p{L}\p{N}<>]{1,3}(?=<span class="highlight">([^<]*)<)/gu;

/** Messages with the best match first, by the words that the server has marked; of equal ones the newest. */
export function byRank(messages: readonly Message[], text: string): Message[] {
  const typed = new Set(fold(text).split(/[^\p{L}\p{N}]+/u));
  const ranks = new Map(messages.map((message) => [message.id, rankOf(message, typed)]));
  return messages.toSorted((a, b) => (ranks.get(b.id) ?? 0) - (ranks.get(a.id) ?? 0) || b.id - a.id);
}

function rankOf({ match_content, match_subject, reactions }: Message, typed: ReadonlySet<string>): number {
  const content = match_content ?? '';
  const words = markedIn(content);
  return (
    worthOf(words, typed) +
    IN_TOPIC * worthOf(markedIn(match_subject ?? ''), typed) +
    (hasPair(content) ? NEXT_TO_EACH_OTHER : 0) +
    // Repetitions and reactions count little, and each further one less.
    (Math.log2(1 + words.length) + Math.log2(1 + reactions.length)) / 4
  );
}

function hasPair(html: string): boolean {
  return Array.from(html.matchAll(MARKED_PAIR)).some(([, word = '', next = '']) => fold(word) !== fold(next));
}

function markedIn(html: string): string[] {
  return Array.from(html.matchAll(MARKED), ([, word = '']) => fold(word));
}

/** Each form of a word counts once. */
function worthOf(words: readonly string[], typed: ReadonlySet<string>): number {
  let worth = 0;
  for (const word of new Set(words)) worth += typed.has(word) ? EXACT : SIMILAR;
  return worth;
}
