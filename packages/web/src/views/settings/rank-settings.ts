import { matchText } from '../../words/match.ts';

/** A setting that can be found by its words. */
export type FoundSetting = {
  readonly page: string;
  /** Value of `data-setting` of its line. */
  readonly id: string;
  readonly label: string;
};

export type FindableSetting = FoundSetting & {
  /** Other words for it. */
  readonly words?: string;
};

const MAX_FOUND = 12;

/** Settings whose name, or a word that means the same, fits the query; best first. */
export function rankSettings(query: string, settings: readonly FindableSetting[]): FoundSetting[] {
  if (query.trim() === '') return [];
  return settings
    .flatMap((setting) => {
      const byLabel = matchText(query, setting.label);
      const match = byLabel ?? matchText(query, `${setting.label} ${setting.words ?? ''}`);
      return match === undefined ? [] : [{ setting, score: match.score + (byLabel === undefined ? 0 : 2) }];
    })
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_FOUND)
    .map(({ setting: { page, id, label } }) => ({ page, id, label }));
}
