import type { Change, SyntaxNode } from './syntax.ts';

/** Operators of SQL between spaces, with the one that takes their place. */
const SQL_OPERATORS: Readonly<Record<string, string>> = {
  and: 'or',
  or: 'and',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  'not exists': 'exists',
};

const OPERATOR = /(?<=\s)(?:not exists|and|or|<=|>=|<|>)(?=\s)/g;

/** Conditions inside of a tagged template such as sql`…`. */
export function sqlChanges(node: SyntaxNode, text: string): Change[] {
  const { quasis } = node['quasi'] as { quasis: SyntaxNode[] };
  return quasis.flatMap(({ start, end }) => {
    const part = text.slice(start, end);
    return [...part.matchAll(OPERATOR)].map((match) => ({
      start: start + match.index,
      end: start + match.index + match[0].length,
      replacement: SQL_OPERATORS[match[0]] ?? match[0],
      kind: 'operator of SQL',
    }));
  });
}
