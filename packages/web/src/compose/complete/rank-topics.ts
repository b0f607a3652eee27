import { keepBest } from './best.ts';
import { fold } from '../../words/fold.ts';
import { MATCH_RANK, matchName, type NameMatch } from './matching.ts';

export type RankedTopic = { readonly name: string; readonly maxId: number };

export type TopicMatch = {
  readonly topic: RankedTopic;
  readonly marks: NameMatch['marks'];
  /** Shares words with the query without containing it. */
  readonly isSimilar: boolean;
};

/** Mark at the start of resolved topics. */
const RESOLVED_PREFIX = '✔ ';
/** Shorter words, and words that stand in every text, say little about a subject. */
const MIN_SHARED_LENGTH = 4;
/** Share of pairs of letters that two misspelled words have in common. */
const MIN_LIKENESS = 0.6;

export function isResolvedTopic(name: string): boolean {
  return name.startsWith(RESOLVED_PREFIX);
}

/** Name without the mark of resolved topics. */
export function bareTopic(name: string): string {
  return isResolvedTopic(name) ? name.slice(RESOLVED_PREFIX.length) : name;
}

/** Topics that contain the query, then topics about the same words; newest first among equals. */
export function rankTopics(
  topics: readonly RankedTopic[],
  query: string,
  max: number,
): readonly TopicMatch[] {
  const wanted = fold(query.trim().normalize('NFC'));
  const best = keepBest<TopicMatch & { readonly score: number }>(
    max,
    (a, b) => a.score - b.score || b.topic.maxId - a.topic.maxId,
  );
  for (const topic of topics) {
    const name = fold(topic.name.normalize('NFC'));
    const start = topic.name.length - bareTopic(topic.name).length;
    const match = matchName(name.slice(start), wanted);
    if (match !== undefined) {
      const marks = match.marks.map(([from, to]) => [from + start, to + start] as const);
      const score = wanted === '' ? 0 : MATCH_RANK[match.kind];
      best.add({ topic, marks, isSimilar: false, score });
      continue;
    }
    const marks = sharedWords(name, wanted);
    if (marks.length > 0) best.add({ topic, marks, isSimilar: true, score: 10 - marks.length });
  }
  return best.list();
}

function sharedWords(name: string, wanted: string): [number, number][] {
  const words = wanted.split(NO_LETTER).filter((word) => word.length >= MIN_SHARED_LENGTH);
  const marks: [number, number][] = [];
  for (const found of name.matchAll(/[\p{L}\p{N}]+/gu)) {
    const [word] = found;
    if (word.length >= MIN_SHARED_LENGTH && words.some((other) => isLike(word, other))) {
      marks.push([found.index, found.index + word.length]);
    }
  }
  return marks;
}

const NO_LETTER = /[^\p{L}\p{N}]+/u;

/** Same stem, or the same word with a slip. */
function isLike(a: string, b: string): boolean {
  const shorter = Math.min(a.length, b.length);
  let common = 0;
  while (common < shorter && a[common] === b[common]) common += 1;
  if (common >= MIN_SHARED_LENGTH && common >= shorter - 1) return true;
  return likeness(a, b) >= MIN_LIKENESS;
}

function likeness(a: string, b: string): number {
  const [first, second] = [pairsOf(a), pairsOf(b)];
  const common = [...first].filter((pair) => second.has(pair)).length;
  return (2 * common) / (first.size + second.size);
}

function pairsOf(word: string): Set<string> {
  return new Set(Array.from({ length: word.length - 1 }, (_, at) => word.slice(at, at + 2)));
}
