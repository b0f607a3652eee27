import { parseAst } from 'rolldown/parseAst';
import { sqlChanges } from './sql-changes.ts';
import { isNode, type Change, type SyntaxNode } from './syntax.ts';

/** Everything that can be changed in a TypeScript source, in the order of the text. */
export function changesOf(text: string): Change[] {
  const found: Change[] = [];
  const visit = (node: SyntaxNode): void => {
    found.push(...changesAt(node, text));
    for (const child of childrenOf(node)) visit(child);
  };
  visit(parseAst(text, { lang: 'ts' }) as unknown as SyntaxNode);
  return found.toSorted((a, b) => a.start - b.start || a.end - b.end);
}

export function applyChange(text: string, { start, end, replacement }: Change): string {
  return text.slice(0, start) + replacement + text.slice(end);
}

/** Expressions inside of casts are changed; types are not. */
const CASTS = new Set(['TSAsExpression', 'TSNonNullExpression', 'TSSatisfiesExpression']);

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node)
    .flat()
    .filter(isNode)
    .filter(({ type }) => !type.startsWith('TS') || CASTS.has(type))
    .filter(({ type }) => type !== 'ImportDeclaration');
}

function changesAt(node: SyntaxNode, text: string): Change[] {
  switch (node.type) {
    case 'BinaryExpression':
      return [...changedOperator(node, text), ...shiftedNumber(node, text)];
    case 'LogicalExpression':
      return changedOperator(node, text);
    case 'IfStatement':
      return changedIf(node, text);
    case 'ConditionalExpression':
      return swappedBranches(node, text);
    case 'UnaryExpression':
      return node['operator'] === '!' ? [replace(node.start, node.start + 1, '', 'negation removed')] : [];
    case 'ExpressionStatement':
      return removedStatement(node, text);
    case 'CallExpression':
      return changedCall(node, text);
    case 'TaggedTemplateExpression':
      return sqlChanges(node, text);
    default:
      return [];
  }
}

const OPERATORS: Readonly<Record<string, string>> = {
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  '===': '!==',
  '!==': '===',
  '+': '-',
  '-': '+',
  '&&': '||',
  '||': '&&',
};

function changedOperator(node: SyntaxNode, text: string): Change[] {
  const operator = String(node['operator']);
  const other = OPERATORS[operator];
  if (other === undefined) return [];
  const start = text.indexOf(operator, part(node, 'left').end);
  return [replace(start, start + operator.length, other, 'operator')];
}

/** Bounds such as `index + 1` are moved by one. */
function shiftedNumber(node: SyntaxNode, text: string): Change[] {
  const right = part(node, 'right');
  const value = right['value'];
  if (right.type !== 'Literal' || typeof value !== 'number' || !Number.isInteger(value)) return [];
  if (text.slice(right.start, right.end).startsWith('0x')) return [];
  return [replace(right.start, right.end, String(value === 1 ? 0 : value + 1), 'off by one')];
}

function changedIf(node: SyntaxNode, text: string): Change[] {
  const test = part(node, 'test');
  const changes: Change[] = [];
  // The negation of a comparison is a change of its operator.
  if (test.type !== 'BinaryExpression' && test.type !== 'UnaryExpression')
    changes.push(replace(test.start, test.end, `!(${source(test, text)})`, 'condition negated'));
  if (node['alternate'] === null && leaves(part(node, 'consequent')))
    changes.push(replace(node.start, node.end, '{}', 'check removed'));
  return changes;
}

function leaves(node: SyntaxNode): boolean {
  const last = node.type === 'BlockStatement' ? (node['body'] as SyntaxNode[]).at(-1) : node;
  return ['ThrowStatement', 'ReturnStatement', 'ContinueStatement'].includes(last?.type ?? '');
}

function swappedBranches(node: SyntaxNode, text: string): Change[] {
  const [first, second] = [part(node, 'consequent'), part(node, 'alternate')];
  const between = text.slice(first.end, second.start);
  const swapped = source(second, text) + between + source(first, text);
  return [replace(first.start, second.end, swapped, 'branches swapped')];
}

function removedStatement(node: SyntaxNode, text: string): Change[] {
  const expression = part(node, 'expression');
  const removed = replace(node.start, node.end, ';', 'statement removed');
  if (expression.type === 'CallExpression' || expression.type === 'AssignmentExpression') return [removed];
  if (expression.type !== 'AwaitExpression') return [];
  const called = source(part(expression, 'argument'), text);
  return [removed, replace(expression.start, expression.end, `void ${called}`, 'await removed')];
}

const METHODS: Readonly<Record<string, string>> = { some: 'every', every: 'some', min: 'max', max: 'min' };

function changedCall(node: SyntaxNode, text: string): Change[] {
  const callee = part(node, 'callee');
  if (callee.type !== 'MemberExpression') return [];
  const [object, method] = [part(callee, 'object'), part(callee, 'property')];
  const name = source(method, text);
  const other = METHODS[name];
  if (other !== undefined) return [replace(method.start, method.end, other, 'method')];
  if (name !== 'where' && name !== 'filter') return [];
  return [replace(object.end, node.end, '', 'filter removed')];
}

function part(node: SyntaxNode, name: string): SyntaxNode {
  const value = node[name];
  if (!isNode(value)) throw new Error(`A ${node.type} has no ${name}.`);
  return value;
}

function source({ start, end }: SyntaxNode, text: string): string {
  return text.slice(start, end);
}

function replace(start: number, end: number, replacement: string, kind: string): Change {
  return { start, end, replacement, kind };
}
