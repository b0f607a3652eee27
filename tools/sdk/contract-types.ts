import { endpoints } from '@parley/contract/endpoints.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { errors } from '@parley/contract/errors.ts';
import { wireEvent } from '@parley/contract/events.ts';
import { schemaWriter, type JsonObject, type SchemaWriter } from '@parley/contract/json-schema.ts';
import * as z from 'zod';
import { comment, membersOf, NAMED, typeOf } from './typescript-of.ts';

/** An operation, its name in the SDK, and the contract module that declares it. */
export type Named = { readonly name: string; readonly module: string; readonly endpoint: Endpoint };

/** Declarations of the contract without the library that describes it: file name below the contract → text. */
export function contractTypes(operations: readonly Named[]): Map<string, string> {
  const schemas = schemaWriter(NAMED);
  const files = new Map<string, string>([['endpoint.d.ts', ENDPOINT]]);
  for (const module of new Set(operations.map((operation) => operation.module))) {
    const own = operations.filter((operation) => operation.module === module);
    files.set(
      `${module}.d.ts`,
      withSchemas(
        '../',
        ['Endpoint', "'../endpoint.js'"],
        own.map((o) => declaration(o, schemas)).join('\n'),
        schemas,
      ),
    );
  }
  files.set('endpoints.d.ts', listOf(operations.filter(({ endpoint }) => endpoints.includes(endpoint))));
  files.set('events.d.ts', eventTypes(schemas));
  files.set('errors.d.ts', errorTypes(schemas));
  files.set('schemas.d.ts', namedTypes(schemas));
  return files;
}

const ENDPOINT = `/** An operation of the API. \`A\` are its arguments, \`R\` is its result. */
export type Endpoint<A extends object = any, R extends object = any> = {
  readonly id: string;
  readonly method: 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';
  readonly path: string;
  readonly parameters: Readonly<Record<string, { readonly travel: 'text' | 'json' | 'path' | 'loose' }>>;
  /** Requests that carry the same \`Idempotency-Key\` take effect once. */
  readonly onceByKey?: boolean;
  /** Only for types: there is no such value. */
  readonly '~types'?: { readonly arguments: A; readonly result: R };
};
export type ArgumentsOf<E> = E extends Endpoint<infer A, infer _R> ? A : never;
export type ResultOf<E> = E extends Endpoint<infer _A, infer R> ? R : never;
`;

function declaration({ name, endpoint }: Named, schemas: SchemaWriter): string {
  const parameters = Object.entries(endpoint.parameters);
  const properties = Object.fromEntries(
    parameters.map(([key, p]) => [key, { ...schemas.write(p.schema, 'input'), description: p.doc }]),
  );
  const required = parameters.filter(([, p]) => p.absence === 'error').map(([key]) => key);
  const { properties: answer = {}, required: always = [] } = schemas.write(
    z.strictObject(endpoint.result),
    'output',
  ) as { properties?: JsonObject; required?: string[] };
  const capital = name[0]?.toUpperCase() + name.slice(1);
  const forms = (endpoint.forms ?? []).map((form) => schemas.write(z.strictObject(form), 'input'));
  const shared = Object.entries(properties).filter(([key]) => !endpoint.forms?.some((form) => key in form));
  const args = membersOf(Object.fromEntries(shared), required);
  const described = forms.map((form) => typeOf(withDocs(form, properties))).join(' | ');
  return `${interfaceOf(`${capital}Arguments`, args, described === '' ? '' : ` & (${described})`)}
${interfaceOf(`${capital}Result`, membersOf(answer, always))}
${comment(endpoint.doc)}export declare const ${name}: Endpoint<${capital}Arguments, ${capital}Result>;
`;
}

function interfaceOf(name: string, members: string, more = ''): string {
  return `export type ${name} = ${members === '' ? 'Record<never, never>' : `{\n${members}\n}`}${more};`;
}

/** Object type of the arguments, documented from the parameters. */
function withDocs(form: JsonObject, properties: Readonly<Record<string, JsonObject>>): JsonObject {
  return {
    ...form,
    properties: Object.fromEntries(
      Object.entries(form['properties'] as Record<string, JsonObject>).map(([key, schema]) => [
        key,
        { ...schema, description: properties[key]?.['description'] ?? '' },
      ]),
    ),
  };
}

function listOf(operations: readonly Named[]): string {
  const modules = [...new Set(operations.map(({ module }) => module))];
  const imports = modules.map((module) => {
    const names = operations.filter((operation) => operation.module === module).map(({ name }) => name);
    return `import type { ${names.join(', ')} } from './${module}.js';`;
  });
  const members = operations.map(
    ({ name, endpoint }) => `${comment(endpoint.doc)}readonly ${name}: typeof ${name};`,
  );
  return `${imports.join('\n')}
/** Every operation of the API. */
export declare const operations: {\n${members.join('\n')}\n};
`;
}

function eventTypes(schemas: SchemaWriter): string {
  schemas.write(wireEvent, 'output');
  return `import type { Event } from './schemas.js';
/** An event as a queue delivers it. */
export type WireEvent = Event;
`;
}

function errorTypes(schemas: SchemaWriter): string {
  const members = Object.entries(errors).map(([code, { extra, doc }]) => {
    const schema = schemas.write(z.strictObject(extra), 'output');
    return `${comment(doc)}${code}: ${typeOf(schema)};`;
  });
  return withSchemas(
    './',
    undefined,
    `type Data = {\n${members.join('\n')}\n};
export type ErrorCode = keyof Data;
/** The fields of an error beside its code. */
export type ErrorData<C extends ErrorCode> = Data[C];
export declare const errors: { readonly [C in ErrorCode]: { readonly status: number } };
`,
    schemas,
  );
}

function namedTypes(schemas: SchemaWriter): string {
  return Object.entries(schemas.named())
    .map(([name, schema]) => {
      const { description } = schema as JsonObject;
      return `${comment(description)}export type ${name} = ${typeOf(schema as JsonObject)};`;
    })
    .join('\n\n');
}

/** Adds an import of the named types that the text uses. */
function withSchemas(
  up: string,
  other: [name: string, from: string] | undefined,
  text: string,
  schemas: SchemaWriter,
): string {
  const code = text.replaceAll(/\/\*\*[\s\S]*?\*\/|"(?:[^"\\]|\\.)*"/g, '');
  const words = new Set(code.match(/\b[A-Za-z_]\w*\b/g));
  const used = Object.keys(schemas.named()).filter((name) => words.has(name));
  return [
    ...(other === undefined ? [] : [`import type { ${other[0]} } from ${other[1]};`]),
    ...(used.length === 0 ? [] : [`import type { ${used.join(', ')} } from '${up}schemas.js';`]),
    text,
  ].join('\n');
}
