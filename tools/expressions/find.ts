import { parseAst } from 'rolldown/parseAst';

/** A regular expression in a source file. */
export type Expression = {
  readonly file: string;
  readonly line: number;
  /** The expression as a literal, such as `/a+/g`; the source of the call if it is composed while the program runs. */
  readonly text: string;
  /** Undefined if it is composed while the program runs. */
  readonly parts: { readonly pattern: string; readonly flags: string } | undefined;
};

type Node = { readonly type: string; readonly start: number; readonly [member: string]: unknown };

/** Regular expression literals, and calls of `RegExp` whose arguments are constants of the file. */
export function expressionsIn(file: string, source: string): Expression[] {
  const program = parseAst(source, { lang: file.endsWith('x') ? 'tsx' : 'ts' }) as unknown as Node;
  const constants = new Map<string, Node>();
  const found: Expression[] = [];
  const add = (node: Node, parts: Expression['parts']): void => {
    const line = source.slice(0, node.start).split('\n').length;
    const written = source.slice(node.start, node['end'] as number).replaceAll(/\s+/g, ' ');
    found.push({
      file,
      line,
      parts,
      text: parts === undefined ? written : `/${parts.pattern}/${parts.flags}`,
    });
  };
  visit(program, (node) => {
    const { id, init } = node;
    if (node.type === 'VariableDeclarator' && isNode(id) && isNode(init) && id.type === 'Identifier')
      constants.set(id['name'] as string, init);
  });
  visit(program, (node) => {
    if (node.type === 'Literal' && typeof node['regex'] === 'object')
      add(node, node['regex'] as Expression['parts']);
    if (!isCallOfRegExp(node)) return;
    const [pattern, flags] = node['arguments'] as Node[];
    const values = [pattern, flags].map((argument) => argument && textOf(argument, constants));
    const isKnown = values[0] !== undefined && (flags === undefined || values[1] !== undefined);
    add(node, isKnown ? { pattern: values[0] ?? '', flags: values[1] ?? '' } : undefined);
  });
  return found;
}

function isCallOfRegExp({ type, callee }: Node): boolean {
  const isCall = type === 'NewExpression' || type === 'CallExpression';
  return isCall && isNode(callee) && callee.type === 'Identifier' && callee['name'] === 'RegExp';
}

/** The value of a text that is constant, or the pattern of a literal; undefined otherwise. */
function textOf(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  const of = (other: unknown): string | undefined => (isNode(other) ? textOf(other, constants) : undefined);
  switch (node.type) {
    case 'Literal':
      if (typeof node['regex'] === 'object') return (node['regex'] as { pattern: string }).pattern;
      return typeof node['value'] === 'string' ? node['value'] : undefined;
    case 'Identifier':
      return of(constants.get(node['name'] as string));
    case 'BinaryExpression':
      return node['operator'] === '+' ? joined([of(node['left']), of(node['right'])]) : undefined;
    case 'TemplateLiteral': {
      const pieces = (node['quasis'] as Node[]).map(({ value }) => (value as { cooked: string }).cooked);
      const inserted = (node['expressions'] as Node[]).map(of);
      return joined(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [inserted[at - 1], piece])));
    }
    default:
      return undefined;
  }
}

function joined(parts: readonly (string | undefined)[]): string | undefined {
  return parts.includes(undefined) ? undefined : parts.join('');
}

function visit(value: unknown, see: (node: Node) => void): void {
  if (Array.isArray(value)) for (const item of value) visit(item, see);
  else if (isNode(value)) {
    see(value);
    for (const [name, member] of Object.entries(value)) if (name !== 'regex') visit(member, see);
  }
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value;
}
