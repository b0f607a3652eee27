import { userSettings } from '@parley/contract/objects/user-settings.ts';
import type { Words } from '@parley/contract/words/words.ts';
import { wordsOf } from '../engine/words/server-words.ts';
import type { UserRow } from './actor.ts';

/** The words of the language that a user chose. */
export function wordsOfUser({ settings }: Pick<UserRow, 'settings'>): Words {
  const { default_language: chosen } = settings as { readonly default_language?: string };
  return wordsOf(chosen ?? userSettings.default_language.default);
}
