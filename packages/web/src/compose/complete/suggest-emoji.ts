import { allEmoji, customChoices, type CustomEmoji } from '../../parts/emoji-groups.ts';
import { findEmoji } from '../../parts/emoji-search.ts';
import { recentEmoji } from '../../parts/recent-emoji.ts';
import { MAX_SUGGESTIONS, type Suggestion } from './suggestion.ts';

/** Emoji by name, recently chosen ones first. Loaded on demand, because the names are long. */
export function suggestEmoji(
  query: string,
  custom: Readonly<Record<string, CustomEmoji>>,
): readonly Suggestion[] {
  const recent = new Set(recentEmoji());
  const found = findEmoji([...customChoices(custom), ...allEmoji()], query, MAX_CONSIDERED);
  const isExact = (name: string): boolean => name === query.toLowerCase();
  return found
    .toSorted((a, b) => rank(a.name) - rank(b.name))
    .slice(0, MAX_SUGGESTIONS)
    .map(({ name, names, code, text, url }) => {
      const shown = names.find((other) => other.includes(query.toLowerCase())) ?? name;
      const at = shown.indexOf(query.toLowerCase());
      return {
        key: `emoji:${code}`,
        sign: { kind: 'emoji', text, url },
        title: shown,
        marks: at === -1 ? [] : [[at, at + query.length]],
        insert: `:${shown}: `,
      };
    });

  function rank(name: string): number {
    if (isExact(name)) return 0;
    return recent.has(name) ? 1 : 2;
  }
}

/** Matches among which recently chosen ones are preferred. */
const MAX_CONSIDERED = 40;
