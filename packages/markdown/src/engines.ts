import type { Linkifier } from './context.ts';

/** Parts too large for the first load of a page. Without one, a text renders in a simpler form. */
export type Engines = {
  readonly math?: MathEngine;
  readonly highlight?: HighlightEngine;
  readonly linkifiers?: LinkifierEngine;
};

export type EngineName = keyof Engines;

/** TeX → HTML; undefined if the TeX is invalid. */
export type MathEngine = (tex: string, display: boolean) => string | undefined;

export type HighlightEngine = {
  /** The name under which clients know a language, by any word that authors use for it. */
  readonly languageName: (written: string) => string | undefined;
  /** Code → HTML with highlighting spans; undefined if no grammar knows the language. */
  readonly html: (code: string, language: string) => string | undefined;
};

export type LinkifierEngine = (
  linkifiers: readonly Linkifier[],
  text: string,
  startsFree: boolean,
) => readonly LinkifierMatch[];

export type LinkifierMatch = {
  readonly start: number;
  readonly end: number;
  readonly url: string;
};
