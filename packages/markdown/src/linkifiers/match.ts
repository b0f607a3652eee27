import { StdUriTemplate } from '@std-uritemplate/std-uritemplate';
import type { RE2JS } from 're2js';
import type { Linkifier } from '../context.ts';
import type { LinkifierMatch } from '../engines.ts';
import { literalPrefix } from './literal-prefix.ts';
import { compile, MAX_PATTERN_CHARACTERS } from './pattern.ts';

/**
 * Finds what an organization's linkifiers match, in order of position. Patterns run in linear time; the
 * first configured one takes a stretch of text before the others see it.
 */
export function matchLinkifiers(
  linkifiers: readonly Linkifier[],
  text: string,
  startsFree: boolean,
): readonly LinkifierMatch[] {
  const matches: LinkifierMatch[] = [];
  const taken = new Uint8Array(text.length);
  for (const linkifier of linkifiers) {
    const compiled = compiledLinkifier(linkifier);
    if (compiled === undefined || !text.includes(compiled.prefix)) continue;
    for (const match of matchesOf(compiled, linkifier, text, startsFree)) {
      if (taken.subarray(match.start, match.end).includes(1)) continue;
      taken.fill(1, match.start, match.end);
      matches.push(match);
    }
  }
  return matches.toSorted((a, b) => a.start - b.start);
}

const MAY_PRECEDE = /[\s\u0085\p{Z}'"(,:<]/u;
const MAY_NOT_FOLLOW = /^[\p{L}\p{N}]/u;

function* matchesOf(
  compiled: Compiled,
  linkifier: Linkifier,
  text: string,
  startsFree: boolean,
): Generator<LinkifierMatch> {
  const matcher = compiled.pattern.matcher(text);
  let from = 0;
  for (let searches = 0; searches < MAX_SEARCHES && from <= text.length && matcher.find(from); searches++) {
    const start = matcher.start();
    const end = matcher.end();
    const free = start === 0 ? startsFree : MAY_PRECEDE.test(text[start - 1] ?? '');
    if (end > start && free && !MAY_NOT_FOLLOW.test(text.slice(end, end + 2))) {
      const groups = Object.fromEntries(compiled.groups.map((name) => [name, matcher.group(name) ?? '']));
      yield { start, end, url: StdUriTemplate.expand(linkifier.urlTemplate, groups) };
      from = end;
    } else {
      from = Math.max(start + 1, end);
    }
  }
}

type Compiled = {
  readonly pattern: RE2JS;
  readonly groups: readonly string[];
  /** The common prefix of all matches; may be empty. */
  readonly prefix: string;
};

/** Matches of one linkifier in one text; each search may read the rest of the text. */
const MAX_SEARCHES = 1_000;

/** Bounds the cache, which has the patterns of all organizations that one process renders for. */
const MAX_COMPILED_PATTERNS = 1_000;
const compiledByPattern = new Map<string, Compiled | undefined>();

function compiledLinkifier(linkifier: Linkifier): Compiled | undefined {
  if (compiledByPattern.has(linkifier.pattern)) return compiledByPattern.get(linkifier.pattern);
  if (compiledByPattern.size >= MAX_COMPILED_PATTERNS) compiledByPattern.clear();
  const compiled = compiledPattern(linkifier.pattern);
  compiledByPattern.set(linkifier.pattern, compiled);
  return compiled;
}

function compiledPattern(source: string): Compiled | undefined {
  if (source.length > MAX_PATTERN_CHARACTERS) return undefined;
  const pattern = compile(source);
  if (typeof pattern === 'string') return undefined;
  return { pattern, groups: Object.keys(pattern.namedGroups()), prefix: literalPrefix(source) };
}
