import * as z from 'zod';
import type { Endpoint } from '../endpoint.ts';
import { schemaWriter, type JsonObject } from '../json-schema.ts';
import { scopeOf, type Scope } from '../scopes.ts';

/** The effect of a call: it only reads, it adds or changes something, or it destroys something that cannot be restored. */
export type ToolEffect = 'reads' | 'changes' | 'destroys';

/** An operation, or a few of them, restated for a language model. */
export type Tool<I extends z.ZodRawShape = z.ZodRawShape> = {
  /** snake_case. */
  readonly name: string;
  readonly title: string;
  /** When to use the tool and what it answers, for a model. */
  readonly doc: string;
  readonly effect: ToolEffect;
  readonly input: I;
  /** The operations that it calls. Without the first one the tool is of no use; the others add names. */
  readonly operations: readonly Endpoint[];
  /** For a tool that does not begin with an operation, or needs more than that. */
  readonly scope?: Scope;
};

export type ToolInput<T> = T extends Tool<infer I> ? z.output<z.ZodObject<I>> : never;

export function tool<I extends z.ZodRawShape>(declaration: Tool<I>): Tool<I> {
  return declaration;
}

/** The scope that a grant needs before it may call a tool. */
export function scopeOfTool({ scope, operations: [first] }: Tool): Scope | null {
  return scope ?? (first === undefined ? null : scopeOf(first));
}

/** The definition of a tool in the list that a client asks for. */
export type ToolDefinition = {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: JsonObject & { readonly type: 'object' };
  readonly annotations: { readonly readOnlyHint?: true; readonly destructiveHint?: boolean };
};

const hints = {
  reads: { readOnlyHint: true },
  changes: { destructiveHint: false },
  destroys: { destructiveHint: true },
} as const;

/** Clients take a tool for destructive unless told otherwise. */
export function definitionOf(of: Tool): ToolDefinition {
  const inputSchema = schemaWriter('#/$defs/').write(inputOf(of), 'input');
  return {
    name: of.name,
    title: of.title,
    description: of.doc,
    inputSchema: { ...inputSchema, type: 'object' },
    annotations: hints[of.effect],
  };
}

const inputs = new WeakMap<Tool, z.ZodObject>();

/** The arguments of a tool, closed: a wrong name is an error that the model can repair. */
export function inputOf(of: Tool): z.ZodObject {
  const known = inputs.get(of);
  if (known !== undefined) return known;
  const schema = z.strictObject(of.input);
  inputs.set(of, schema);
  return schema;
}
