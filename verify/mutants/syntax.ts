/** A small change of a source file: the text between two offsets is replaced. */
export type Change = {
  readonly start: number;
  readonly end: number;
  readonly replacement: string;
  readonly kind: string;
};

/** A node of the syntax tree; its other properties depend on the type. */
export type SyntaxNode = {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
};

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}
