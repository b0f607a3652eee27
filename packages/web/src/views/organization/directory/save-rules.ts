import type { changeDirectory, DirectoryRules } from '../../../data/actions/directory-actions.ts';

/** The rules, and how a part of the block changes them. */
export type RulesProps = {
  readonly rules: DirectoryRules;
  readonly save: (text: string, changes: Parameters<typeof changeDirectory>[1]) => Promise<boolean>;
};
