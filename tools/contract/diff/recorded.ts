import { readFileSync } from 'node:fs';
import type { Json } from '@parley/contract/json-schema.ts';
import { kindOfValue, type Field, type Kind, type Shape } from './shape.ts';

/**
 * A recorded type: kinds joined by `|` ("integer|null"), `#Name` of a recorded object, a list of one type for an
 * array, or an object with details. Names of optional fields and parameters end in `?`.
 */
type Type = string | readonly [Type] | Detailed;
type Detailed = {
  readonly is?: string;
  readonly only?: readonly Json[];
  readonly items?: Type;
  readonly values?: Type;
  readonly fields?: Fields;
};
type Fields = { readonly [name: string]: Type };
/** A parameter that travels as JSON or has a default; others are their type. */
type Parameter = { readonly type: Type; readonly json?: true; readonly default?: Json };
type Operation = {
  readonly request: string;
  readonly parameters?: { readonly [name: string]: Type | Parameter };
  /** Fields of the response beside those of the envelope. */
  readonly answer?: Fields;
  /** The whole body of a request that the public server sends. */
  readonly payload?: Type;
  readonly errors?: readonly string[];
  /** The public API had the operation at this level and documented it later. */
  readonly documented_later?: true;
};
type Record = {
  readonly level: number;
  readonly envelope: Fields;
  readonly objects: Fields;
  readonly operations: { readonly [id: string]: Operation };
  readonly events: { readonly [kind: string]: Fields };
};

export type RecordedParameter = {
  readonly shape: Shape;
  readonly required: boolean;
  readonly isJson: boolean;
  readonly fallback: Json | undefined;
};
export type RecordedOperation = {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly isDocumented: boolean;
  readonly parameters: ReadonlyMap<string, RecordedParameter>;
  readonly answer: Shape;
  readonly errorCodes: readonly string[];
};
export type Recorded = {
  readonly operations: ReadonlyMap<string, RecordedOperation>;
  readonly events: ReadonlyMap<string, Shape>;
};

/** Reads the recorded shapes of the public API. A missing or unreadable record is an error. */
export function readRecorded(file = new URL('recorded.json', import.meta.url)): Recorded {
  const record = JSON.parse(readFileSync(file, 'utf8')) as Record;
  const read = shapeReader(record.objects);
  const operations = Object.entries(record.operations).map(
    ([id, operation]) => [id, readOperation(id, operation, record.envelope, read)] as const,
  );
  const events = Object.entries(record.events).map(([kind, fields]) => [kind, read({ fields })] as const);
  if (operations.length === 0 || events.length === 0) throw new Error(`${file.pathname} records nothing`);
  return { operations: new Map(operations), events: new Map(events) };
}

function readOperation(
  id: string,
  operation: Operation,
  envelope: Fields,
  read: (type: Type) => Shape,
): RecordedOperation {
  const [method = '', path = ''] = operation.request.split(' ');
  const parameters = Object.entries(operation.parameters ?? {}).map(([key, written]) => {
    const { type, json, default: fallback } = isParameter(written) ? written : { type: written };
    const { name, required } = nameOf(key);
    return [name, { shape: read(type), required, isJson: json === true, fallback }] as const;
  });
  return {
    id,
    method,
    path,
    isDocumented: operation.documented_later !== true,
    parameters: new Map(parameters),
    answer: read(operation.payload ?? { fields: { ...envelope, ...operation.answer } }),
    errorCodes: operation.errors ?? [],
  };
}

const NOTHING_SAID: Shape = { name: null, kinds: new Map(), items: null, fields: null, values: null };

function shapeReader(objects: Fields): (type: Type) => Shape {
  const read = (type: Type): Shape => {
    if (isDetailed(type)) return readDetailed(type, read);
    if (typeof type !== 'string') return readDetailed({ items: type[0] }, read);
    if (!type.startsWith('#')) return { ...NOTHING_SAID, kinds: kindsOf(type, undefined) };
    const object = objects[type.slice(1)];
    if (object === undefined) throw new Error(`The record has no object ${type}`);
    return read(object);
  };
  return read;
}

function readDetailed({ is, only, items, values, fields }: Detailed, read: (type: Type) => Shape): Shape {
  return {
    name: null,
    kinds: kindsOf(is ?? (items === undefined ? 'object' : 'array'), only),
    items: items === undefined ? null : read(items),
    values: values === undefined ? null : read(values),
    fields:
      fields === undefined
        ? null
        : new Map(Object.entries(fields).map(([key, type]) => fieldOf(key, read(type)))),
  };
}

function isParameter(written: Type | Parameter): written is Parameter {
  return typeof written === 'object' && 'type' in written;
}

function isDetailed(type: Type): type is Detailed {
  return typeof type === 'object' && !Array.isArray(type);
}

function kindsOf(is: string, only: readonly Json[] | undefined): Shape['kinds'] {
  if (is === 'any') return new Map();
  return new Map(
    (is.split('|') as Kind[]).map((kind) => {
      const words = (only ?? []).filter((value) => kindOfValue(value) === kind);
      return [kind, words.length === 0 ? null : words.map((value) => JSON.stringify(value))] as const;
    }),
  );
}

function fieldOf(key: string, shape: Shape): [string, Field] {
  const { name, required } = nameOf(key);
  return [name, { shape, required }];
}

function nameOf(key: string): { name: string; required: boolean } {
  return key.endsWith('?') ? { name: key.slice(0, -1), required: false } : { name: key, required: true };
}
