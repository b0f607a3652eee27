import { renderToString } from 'katex';

/** Typesets TeX by KaTeX; undefined if the TeX is invalid or over a limit. */
export function katexMath(tex: string, display: boolean): string | undefined {
  if (MACRO_DEFINITION.test(tex) || !MEASURED_CHARACTERS.test(tex) || isTooDeep(tex)) return undefined;
  try {
    return renderToString(tex, {
      displayMode: display,
      maxExpand: MAX_EXPANSIONS,
      maxSize: MAX_SIZE_EM,
      strict: 'ignore',
      trust: false,
    });
  } catch {
    return undefined;
  }
}

/** A few lines of macros can stand for megabytes of formula. */
const MACRO_DEFINITION =
  /\\(?:[gex]?def|let|futurelet|(?:re|provide)?newcommand|renewcommand|providecommand|global|long)(?![a-zA-Z])/;
/** Characters that KaTeX has measures for; about others it would complain on the console. */
const MEASURED_CHARACTERS =
  /^[\n -~\u00a0-\u024f\u0370-\u04ff\u0904-\u0dff\u10a0-\u10ff\u2010-\u2027\u2100-\u23ff\u2500-\u25ff\u2660-\u266f\u2713\u2720\u27c0-\u27ff\u2900-\u2bff\u3000-\u30ff\u4e00-\u9fff\uac00-\ud7af\u{1d400}-\u{1d7ff}]*$/u;
/** Expansions of the macros that KaTeX itself defines. */
const MAX_EXPANSIONS = 300;
/** In em: a rule or space cannot push the page around. */
const MAX_SIZE_EM = 20;
/** Levels of braces and environments: time rises steeply with them. */
const MAX_DEPTH = 8;

function isTooDeep(tex: string): boolean {
  let depth = 0;
  for (const { 0: found } of tex.matchAll(/[{}]|\\left\b|\\right\b/g)) {
    depth += found === '{' || found === String.raw`\left` ? 1 : -1;
    if (depth > MAX_DEPTH) return true;
  }
  return false;
}
