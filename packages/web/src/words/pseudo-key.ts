/** Where the browser keeps a developer's setting: the pseudo language to show (`pseudo-language.ts`). */
export const PSEUDO_KEY = 'parley-pseudo-language';
