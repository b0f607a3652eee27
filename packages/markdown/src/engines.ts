import type { Linkifier } from './context.ts';

/** Parts too heavy for a page's first load. Without one the text still renders, only plainer. */
export interface Engines {
  math?: MathEngine;
  highlight?: HighlightEngine;
  linkifiers?: LinkifierEngine;
}

export type EngineName = keyof Engines;

/** TeX → HTML, or nothing if the TeX is wrong. */
export type MathEngine = (tex: string, display: boolean) => string | undefined;

export interface HighlightEngine {
  /** The name under which clients know a language, by any word that authors use for it. */
  languageName: (written: string) => string | undefined;
  /** Code → HTML with highlighting spans, or nothing if no grammar knows the language. */
  html: (code: string, language: string) => string | undefined;
}

export type LinkifierEngine = (
  linkifiers: readonly Linkifier[],
  text: string,
  startsFree: boolean,
) => readonly LinkifierMatch[];

export interface LinkifierMatch {
  start: number;
  end: number;
  url: string;
}
