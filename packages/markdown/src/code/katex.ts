import { renderToString } from 'katex';

/** TeX by KaTeX. Nothing if the TeX is wrong or asks for too much. */
export function katexMath(tex: string, display: boolean): string | undefined {
  if (definesMacros.test(tex) || isTooDeep(tex)) return undefined;
  try {
    return renderToString(tex, {
      displayMode: display,
      maxExpand,
      maxSize,
      strict: 'ignore',
      trust: false,
    });
  } catch {
    return undefined;
  }
}

/** A few lines of macros can stand for megabytes of formula. */
const definesMacros =
  /\\(?:[gex]?def|let|futurelet|(?:re|provide)?newcommand|renewcommand|providecommand|global|long)(?![a-zA-Z])/;
/** Expansions of the macros that KaTeX itself defines. */
const maxExpand = 300;
/** In em: a rule or space cannot push the page around. */
const maxSize = 20;
/** Levels of braces and environments: time rises steeply with them. */
const deepest = 8;

function isTooDeep(tex: string): boolean {
  let depth = 0;
  for (const { 0: found } of tex.matchAll(/[{}]|\\left\b|\\right\b/g)) {
    depth += found === '{' || found === String.raw`\left` ? 1 : -1;
    if (depth > deepest) return true;
  }
  return false;
}
