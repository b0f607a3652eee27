import { readFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import path from 'node:path';
import * as z from 'zod';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import type { Named } from './contract-types.ts';

/** Directory of the contract's modules. */
export const SOURCE = path.resolve(import.meta.dirname, '../../packages/contract/src');

/**
 * The modules of the contract that the client needs at run time, without descriptions: file name below the contract →
 * text. Operations keep the parts that requests need, other values their plain data, and modules without
 * schemas stay unchanged.
 */
export async function contractValues(
  operations: readonly Named[],
  needed: ReadonlyMap<string, ReadonlySet<string>>,
): Promise<Map<string, string>> {
  const files = new Map<string, string>();
  for (const module of new Set(operations.map((operation) => operation.module))) {
    const own = operations.filter((operation) => operation.module === module);
    files.set(`${module}.js`, own.map(operationText).join(''));
  }
  files.set('endpoints.js', listOf(operations));
  for (const [module, names] of needed) {
    if (files.has(`${module}.js`)) continue;
    if (!isPlain(module)) files.set(`${module}.js`, await dataOf(module, names));
    else for (const one of [module, ...plainImportsOf(module)]) files.set(`${one}.js`, stripped(one));
  }
  return files;
}

/** An operation with the parts that requests need. */
export function operationText({ name, endpoint }: Pick<Named, 'name' | 'endpoint'>): string {
  return `export const ${name} = ${wireOf(endpoint)};\n`;
}

/** Data that a module with schemas exports, as the text of a module; schemas and functions are left out. */
export async function plainValues(module: string): Promise<string> {
  const values = Object.entries((await import(path.join(SOURCE, `${module}.ts`))) as Record<string, unknown>);
  const names = values
    .filter(([, value]) => typeof value !== 'function' && !isSchema(value))
    .map(([name]) => name);
  return dataOf(module, new Set(names));
}

/** One of these data, as a module of its own. */
export function plainValue(module: string, name: string): Promise<string> {
  return dataOf(module, new Set([name]));
}

/** Fields of an operation that `encode` and the client read. Strings are sent as text by default. */
function wireOf({ id, method, path: place, parameters, onceByKey }: Endpoint): string {
  const travels = Object.entries(parameters)
    .filter(([, parameter]) => isNamed(parameter))
    .map(([name, { travel }]) => [name, { travel }]);
  return JSON.stringify({
    id,
    method,
    path: place,
    parameters: Object.fromEntries(travels) as object,
    ...(onceByKey === true ? { onceByKey } : {}),
  });
}

/** Whether `encode` would send the parameter otherwise if it did not know how it travels. */
function isNamed({ travel, schema }: Parameter): boolean {
  if (travel === 'path') return true;
  return travel !== 'text' && mayBeText(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function mayBeText({
  type,
  anyOf,
  oneOf,
  enum: values,
  const: value,
}: z.core.JSONSchema.BaseSchema): boolean {
  const forms = anyOf ?? oneOf;
  if (forms !== undefined) return forms.some((form) => typeof form === 'boolean' || mayBeText(form));
  if (type !== undefined) return type === 'string';
  if (values !== undefined) return values.some((one) => typeof one === 'string');
  return value === undefined || typeof value === 'string';
}

function listOf(operations: readonly Named[]): string {
  const modules = [...new Set(operations.map(({ module }) => module))];
  const names = (module: string): string =>
    operations
      .filter((operation) => operation.module === module)
      .map(({ name }) => name)
      .join(', ');
  const imports = modules.map((module) => `import { ${names(module)} } from './${module}.js';`);
  return `${imports.join('\n')}\nexport const operations = { ${operations.map(({ name }) => name).join(', ')} };\n`;
}

function read(module: string): string {
  return readFileSync(path.join(SOURCE, `${module}.ts`), 'utf8');
}

/** Imports nothing but types and other plain modules. */
export function isPlain(module: string): boolean {
  return valueImportsOf(module).every((imported) => imported !== undefined && isPlain(imported));
}

/** The plain modules that a plain module imports, and those that they import. */
function plainImportsOf(module: string): string[] {
  return valueImportsOf(module).flatMap((imported) =>
    imported === undefined ? [] : [imported, ...plainImportsOf(imported)],
  );
}

/** The modules of the contract from which a module imports values; undefined stands for a package. */
function valueImportsOf(module: string): (string | undefined)[] {
  const imports = read(module).matchAll(/^import (?!type )[^']*'([^']+)'/gm);
  return Array.from(imports, ([, from = '']) =>
    from.startsWith('.') ? path.posix.join(path.posix.dirname(module), from).replace(/\.ts$/, '') : undefined,
  );
}

function stripped(module: string): string {
  return stripTypeScriptTypes(read(module))
    .replaceAll(/^[ \t]+$\n?/gm, '')
    .replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'");
}

async function dataOf(module: string, names: ReadonlySet<string>): Promise<string> {
  const values = (await import(path.join(SOURCE, `${module}.ts`))) as Record<string, unknown>;
  return [...names]
    .toSorted()
    .map((name) => `export const ${name} = ${JSON.stringify(values[name], plainOnly(module, name))};\n`)
    .join('');
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

/** Removes schemas and documentation; throws for functions. */
function plainOnly(module: string, name: string) {
  return (key: string, value: unknown): unknown => {
    if (typeof value === 'function')
      throw new Error(
        `${name} of ${module} is a function: the package needs it in a module without schemas.`,
      );
    if (isSchema(value)) return undefined;
    return key === 'doc' || key === 'extra' ? undefined : value;
  };
}
