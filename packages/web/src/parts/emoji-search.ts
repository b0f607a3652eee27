import type { EmojiChoice } from './emoji-groups.ts';

/**
 * Emoji whose names contain the query: exact names first, then names that start with it, then names with a word that
 * starts with it, then the rest. The order of the list decides among equals.
 */
export function findEmoji(
  choices: readonly EmojiChoice[],
  query: string,
  max: number,
): readonly EmojiChoice[] {
  const wanted = query
    .trim()
    .toLowerCase()
    .replaceAll(/[\s:]+/g, '_')
    .replaceAll(/^_|_$/g, '');
  if (wanted === '') return choices.slice(0, max);
  const byRank: EmojiChoice[][] = [[], [], [], []];
  for (const choice of choices) {
    const rank = rankOf(choice.names, wanted);
    if (rank !== undefined) byRank[rank]?.push(choice);
  }
  return byRank.flat().slice(0, max);
}

function rankOf(names: readonly string[], wanted: string): number | undefined {
  let best: number | undefined;
  for (const name of names) {
    const rank = nameRank(name, wanted);
    if (rank !== undefined && (best === undefined || rank < best)) best = rank;
  }
  return best;
}

function nameRank(name: string, wanted: string): number | undefined {
  const at = name.indexOf(wanted);
  if (at === -1) return undefined;
  if (at === 0) return name.length === wanted.length ? 0 : 1;
  return name.includes(`_${wanted}`) ? 2 : 3;
}
