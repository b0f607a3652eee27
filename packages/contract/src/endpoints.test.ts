import { expect, test } from 'vitest';
import * as z from 'zod';
import { declaredEndpoints, endpoints } from './endpoints.ts';
import { errors } from './errors.ts';
import { declaredEvents, events } from './events.ts';

const all = [...endpoints, ...declaredEndpoints];

function repeated(names: readonly string[]): string[] {
  return names.filter((name, i) => names.indexOf(name) !== i);
}

test('ids are unique', () => {
  expect(repeated(all.map(({ id }) => id))).toEqual([]);
});

test('a method and a path belong to one operation', () => {
  expect(repeated(all.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
});

test('kinds of events are unique', () => {
  const kinds = [...events, ...declaredEvents].map(({ type, op }) => `${type}/${op ?? ''}`);
  expect(repeated(kinds)).toEqual([]);
});

test.each(all.map((endpoint) => [endpoint.id, endpoint] as const))('%s is well declared', (_, endpoint) => {
  const { id, path, parameters, summary, doc } = endpoint;
  expect(id).toMatch(/^[a-z][a-z0-9]*(-[a-z]+)*$/);
  const inPath = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, name]) => name);
  const declared = Object.keys(parameters).filter((name) => parameters[name]?.travel === 'path');
  expect(declared).toEqual(inPath);
  expect(endpoint.errors.filter((code) => !(code in errors))).toEqual([]);
  expect(summary).toMatch(/^[A-Z].*[^.]$/);
  expect(doc).toMatch(/^[A-Z`].*\.$/);
  for (const [name, parameter] of Object.entries(parameters))
    expect(parameter.doc, `${id} ${name}`).toMatch(/^[A-Z`].*\.$/);
});

test.each([...events, ...declaredEvents].map((event) => [`${event.type}/${event.op ?? ''}`, event] as const))(
  '%s is described in a sentence',
  (_, event) => {
    expect(event.doc).toMatch(/^[A-Z`].*\.$/);
  },
);

/** Paths of the lists in a JSON schema that may have any length. */
function unboundedLists(schema: unknown, place: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  const { type, maxItems, prefixItems } = schema as Readonly<Record<string, unknown>>;
  const own = type === 'array' && maxItems === undefined && prefixItems === undefined ? [place] : [];
  return [
    ...own,
    ...Object.entries(schema).flatMap(([key, part]) => unboundedLists(part, `${place}.${key}`)),
  ];
}

test.each(all.map((endpoint) => [endpoint.id, endpoint] as const))(
  '%s takes lists of bounded length only',
  (_, { parameters }) => {
    const found = Object.entries(parameters).flatMap(([name, { schema }]) =>
      unboundedLists(z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' }), name),
    );
    expect(found).toEqual([]);
  },
);
