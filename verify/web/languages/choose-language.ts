import { updateSettings } from '@parley/contract/endpoints/settings.ts';
import type { Cast } from '../../../tools/demo/cast.ts';
import { owner, users } from '../../../tools/demo/users.ts';
import type { Speech } from './speech.ts';

/** Lets all sample users read a language. A pseudo language is a setting of the browser. */
export async function chooseLanguage(cast: Cast, speech: Speech): Promise<void> {
  if (speech.code === 'en' || speech.isPseudo) return;
  for (const { key } of [owner, ...users])
    await cast.as(key).call(updateSettings, { default_language: speech.code });
}
