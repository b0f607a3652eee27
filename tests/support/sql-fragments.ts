import { balanced, splitAt } from './type-text.ts';
import { endOfExpression } from './sql-templates.ts';

/** Sources by the names of their files. */
export type Sources = ReadonlyMap<string, string>;

/** A part of statements that has a name: a constant, or a function with parameters. */
type Fragment = {
  readonly file: string;
  readonly parameters: readonly string[];
  readonly expression: string;
};

/** Parts of statements by their names, and names of parts that are only known when the program runs. */
export type Fragments = {
  find(file: string, name: string): Fragment | undefined;
  isUnreadable(file: string, name: string): boolean;
};

const CONSTANT = /^ *(?:export )?const (\w+)(?:: [^=\n]+)? =\s*(?=[^;`]*\bsql[<`])/gm;
const FUNCTION = /^(?:export )?(?:async )?function (\w+)(?:<[^(]*>)?(?=\()/gm;
const TYPED = /\b(\w+)\??: (?:RawBuilder\b|Query\b|\([^)]*\) => RawBuilder\b)/g;
const PROPERTY = /^ *readonly (\w+)\??: RawBuilder\b/gm;
/** How an expression begins that is a part of a statement. */
const PART = /^sql[<`]|^[^`;{]*\?\s*(?:sql[<`]|\w+\s*:\s*sql[<`])/;

export function readFragments(sources: Sources): Fragments {
  const byFile = new Map<string, Map<string, Fragment>>();
  const unreadable = new Map<string, Set<string>>();
  const typed = new Set<string>();
  for (const [file, source] of sources) {
    const own = new Map<string, Fragment>();
    byFile.set(file, own);
    const unread = new Set(Array.from(source.matchAll(TYPED), ([, name = '']) => name));
    unreadable.set(file, unread);
    for (const [, name = ''] of source.matchAll(PROPERTY)) typed.add(name);
    for (const { index, 0: head, 1: name = '' } of source.matchAll(CONSTANT)) {
      const fragment = constantAt(file, source, index + head.length);
      if (fragment !== undefined) own.set(name, fragment);
    }
    for (const { index, 0: head, 1: name = '' } of source.matchAll(FUNCTION)) {
      const fragment = functionAt(file, source, index + head.length);
      if (fragment === 'unreadable') typed.add(name);
      else if (fragment !== undefined) own.set(name, fragment);
    }
  }
  return {
    find: (file, name) => {
      const own = byFile.get(file)?.get(name);
      if (own !== undefined) return own;
      const imported = new RegExp(`import [^;]*\\b${name}\\b[^;]*;`).test(sources.get(file) ?? '');
      const all = imported ? [...byFile.values()].flatMap((some) => some.get(name) ?? []) : [];
      return all.length === 1 ? all[0] : undefined;
    },
    isUnreadable: (file, name) => unreadable.get(file)?.has(name) === true || typed.has(name),
  };
}

function constantAt(file: string, source: string, from: number): Fragment | undefined {
  const expression = source.slice(from, endOfExpression(source, from)).trim();
  const [, parameters, body] = /^\(([^)]*)\)(?:: [^=]+)? =>\s*([^]*)$/.exec(expression) ?? [];
  if (parameters === undefined || body === undefined)
    return PART.test(expression) ? { file, parameters: [], expression } : undefined;
  return PART.test(body) ? { file, parameters: namesOf(parameters), expression: body } : undefined;
}

/** A function that returns a part of a statement; undefined for every other function. */
function functionAt(file: string, source: string, from: number): Fragment | 'unreadable' | undefined {
  const parameters = balanced(source, from);
  const head = source.slice(from + parameters.length, source.indexOf('\n', from + parameters.length));
  const open = source.indexOf('{\n', from + parameters.length);
  const body = source.slice(open, source.indexOf('\n}\n', open));
  const returned = [...body.matchAll(/\breturn (?=[^;]*\bsql[<`])/g)];
  const start = (returned[0]?.index ?? 0) + 'return '.length;
  if (returned.length === 1) {
    const expression = body.slice(start, endOfExpression(body, start)).trim();
    if (PART.test(expression)) return { file, parameters: namesOf(parameters.slice(1, -1)), expression };
  }
  return /RawBuilder|Query</.test(head) ? 'unreadable' : undefined;
}

/** Names of parameters; one that is taken apart has none. */
function namesOf(parameters: string): string[] {
  return splitAt(parameters, ',').map((one) => /^(\w+)/.exec(one)?.[1] ?? '');
}
