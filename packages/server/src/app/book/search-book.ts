import type { BookPage, Section } from './read-page.ts';

/** A section that answers a search, with the line that fits best. */
export type BookMatch = {
  readonly page: BookPage;
  readonly section: Section;
  readonly line: string;
};

/** Of a word in the heading, in the title of the page, and in the text. */
const WEIGHTS = [5, 3, 2];

const MAX_MATCHES = 30;
/** Longer lines are shown from the first word on. */
const MAX_LINE_CHARACTERS = 260;
const MAX_WORDS = 12;

/** Words of questions that name nothing. */
const IDLE_WORDS = new Set(
  'a an and another are as at be by can do does for from how i in is it me my not of on or our the there to we what where which with you'.split(
    ' ',
  ),
);

/** Finds sections with at least half of the words. Rare words weigh more, and words in a heading more than in the text. */
export function searchBook(pages: readonly BookPage[], term: string): BookMatch[] {
  const words = wordsOf(term);
  if (words.length === 0) return [];
  const places = pages.flatMap((page) => page.sections.map((section) => placesIn(page, section, words)));
  const rarity = words.map((_, word) => {
    const having = places.filter(({ weights }) => weights[word] !== 0).length;
    return Math.log(1 + places.length / Math.max(having, 1));
  });
  return places
    .map(({ page, section, weights }) => ({
      page,
      section,
      found: weights.filter((weight) => weight !== 0).length,
      score: weights.reduce((sum, weight, word) => sum + weight * (rarity[word] ?? 0), 0),
    }))
    .filter(({ found }) => found > 0 && found * 2 >= words.length)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_MATCHES)
    .map(({ page, section }) => ({ page, section, line: bestLine(section, words) }));
}

function wordsOf(term: string): string[] {
  const words = term
    .toLowerCase()
    .split(/[^\p{L}\p{N}_-]+/u)
    .filter((word) => word.length > 0 && !IDLE_WORDS.has(word))
    .map((word) => (word.length > 4 && word.endsWith('s') ? word.slice(0, -1) : word));
  return [...new Set(words)].slice(0, MAX_WORDS);
}

/** The weight of the best place of each word; 0 for a word that is not there. */
function placesIn(page: BookPage, section: Section, words: readonly string[]) {
  const texts = [section.heading, page.title, section.lines.join('\n')].map((text) => text.toLowerCase());
  const weights = words.map((word) => WEIGHTS[texts.findIndex((text) => text.includes(word))] ?? 0);
  return { page, section, weights };
}

/** The line with most of the words; one that few lines of the section have weighs more. */
function bestLine({ lines }: Section, words: readonly string[]): string {
  const lower = lines.map((line) => line.toLowerCase());
  const weights = lower.map(() => 0);
  for (const word of words) {
    const having = [...lower.keys()].filter((index) => lower[index]?.includes(word));
    for (const index of having) weights[index] = (weights[index] ?? 0) + 1 / having.length;
  }
  return shortened(lines[weights.indexOf(Math.max(...weights))] ?? '', words);
}

function shortened(line: string, words: readonly string[]): string {
  if (line.length <= MAX_LINE_CHARACTERS) return line;
  const lower = line.toLowerCase();
  const first = Math.min(...words.map((word) => lower.indexOf(word)).filter((at) => at >= 0), line.length);
  const from = Math.max(0, lower.lastIndexOf('. ', first) + 1);
  const cut = line.slice(from, from + MAX_LINE_CHARACTERS).trim();
  return `${from > 0 ? '… ' : ''}${cut}${from + MAX_LINE_CHARACTERS < line.length ? ' …' : ''}`;
}
