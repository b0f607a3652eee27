import { readFileSync } from 'node:fs';
import type { Json, JsonObject } from '@parley/contract/json-schema.ts';
import { shapeOf, type Lookup, type Shape } from './shape.ts';

type Body = { schema: JsonObject; encoding?: Record<string, { contentType?: string }> };
type Located = {
  $ref?: string;
  name: string;
  in: string;
  required?: boolean;
  schema?: JsonObject;
  content?: { 'application/json'?: { schema: JsonObject } };
};
type Operation = {
  method: string;
  path: string;
  parameters: Located[];
  body?: Record<string, Body>;
  responses: Record<string, JsonObject>;
  error_codes: { code: string }[];
};
type Facts = {
  operations: Record<string, Operation>;
  components: Record<string, Record<string, JsonObject>>;
};

export type RecordedParameter = {
  readonly shape: Shape;
  readonly required: boolean;
  readonly isJson: boolean;
  readonly fallback: Json | undefined;
};
export type RecordedOperation = {
  readonly method: string;
  readonly path: string;
  readonly parameters: ReadonlyMap<string, RecordedParameter>;
  readonly answer: Shape;
  readonly errorCodes: readonly string[];
};
export type Recorded = {
  readonly operation: (id: string) => RecordedOperation | undefined;
  readonly event: (type: string, op: string | null) => Shape | undefined;
  readonly counts: { readonly operations: number; readonly events: number };
};

/** Reads the recorded facts of the public API, or nothing if they are not there. */
export const readRecorded = (file: URL): Recorded | null => {
  let facts: Facts;
  try {
    facts = JSON.parse(readFileSync(file, 'utf8')) as Facts;
  } catch (error) {
    if ((error as { code?: string }).code === 'ENOENT') return null;
    throw error;
  }
  const target = (reference: string): JsonObject => {
    const [, , kind = '', id = ''] = reference.split('/');
    return facts.components[kind]?.[id] ?? {};
  };
  const lookup: Lookup = (reference) => ({ name: null, schema: target(reference) });
  const events = recordedEvents(facts, lookup);
  return {
    operation: (id) => {
      const operation = facts.operations[id];
      return operation === undefined ? undefined : readOperation(operation, target, lookup);
    },
    event: (type, op) => events.get(`${type}/${op ?? ''}`),
    counts: { operations: Object.keys(facts.operations).length, events: events.size },
  };
};

const readOperation = (
  operation: Operation,
  target: (reference: string) => JsonObject,
  lookup: Lookup,
): RecordedOperation => {
  const parameters = new Map<string, RecordedParameter>();
  for (const raw of operation.parameters) {
    const located = raw.$ref === undefined ? raw : (target(raw.$ref) as unknown as Located);
    const json = located.content?.['application/json'];
    const schema = json?.schema ?? located.schema ?? {};
    parameters.set(located.name, parameter(schema, located.required === true, json !== undefined, lookup));
  }
  for (const { schema, encoding } of Object.values(operation.body ?? {})) {
    const raw = (schema['properties'] ?? {}) as Record<string, JsonObject>;
    for (const [name, { shape, required }] of shapeOf(schema, lookup).fields ?? [])
      parameters.set(name, {
        shape,
        required,
        isJson: encoding?.[name] !== undefined,
        fallback: raw[name]?.['default'],
      });
  }
  return {
    method: operation.method,
    path: operation.path,
    parameters,
    answer: shapeOf(answerSchema(operation, target), lookup),
    errorCodes: operation.error_codes.map(({ code }) => code),
  };
};

const parameter = (
  schema: JsonObject,
  required: boolean,
  isJson: boolean,
  lookup: Lookup,
): RecordedParameter => ({
  shape: shapeOf(schema, lookup),
  required,
  isJson,
  fallback: schema['default'],
});

const answerSchema = (operation: Operation, target: (reference: string) => JsonObject): JsonObject => {
  const answer = operation.responses['200'] ?? {};
  if (typeof answer['$ref'] !== 'string' || !answer['$ref'].includes('/responses/')) return answer;
  const { content } = target(answer['$ref']) as { content?: { 'application/json'?: { schema: JsonObject } } };
  return content?.['application/json']?.schema ?? {};
};

/** Events are recorded as the alternatives of what polling answers; those of one kind belong together. */
const recordedEvents = (facts: Facts, lookup: Lookup): Map<string, Shape> => {
  const poll = JSON.stringify(facts.operations['get-events']?.responses['200'] ?? {});
  const parts = (
    JSON.parse(poll) as { allOf?: { properties?: { events?: { items?: { oneOf?: JsonObject[] } } } }[] }
  ).allOf;
  const alternatives = (parts ?? []).flatMap((part) => part.properties?.events?.items?.oneOf ?? []);
  const byKind = new Map<string, JsonObject[]>();
  for (const alternative of alternatives) {
    const { fields } = shapeOf(alternative, lookup);
    for (const op of wordsOf(fields?.get('op')?.shape) ?? ['']) {
      const kind = `${wordsOf(fields?.get('type')?.shape)?.[0] ?? ''}/${op}`;
      byKind.set(kind, [...(byKind.get(kind) ?? []), alternative]);
    }
  }
  return new Map([...byKind].map(([kind, oneOf]) => [kind, shapeOf({ oneOf }, lookup)]));
};

const wordsOf = (shape: Shape | undefined): string[] | undefined =>
  shape?.kinds.get('string')?.map((word) => String(JSON.parse(word)));
