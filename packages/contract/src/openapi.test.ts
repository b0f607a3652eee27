import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import wire from '../wire.json' with { type: 'json' };
import { endpoints } from './endpoints.ts';
import { canonicalJson, type JsonObject } from './json-schema.ts';
import { openApiDocument } from './openapi.ts';
import { wireHash } from './wire.ts';

const document = openApiDocument();

test('the document is valid OpenAPI 3.1', async () => {
  const result = await new Validator().validate(structuredClone(document));
  expect(result.errors ?? []).toEqual([]);
  expect(result.valid).toBe(true);
});

test('it has every implemented operation once', () => {
  const ids = Object.values(document['paths'] as Record<string, Record<string, JsonObject>>)
    .flatMap((item) => Object.values(item))
    .map((operation) => operation['operationId']);
  expect(ids).toHaveLength(endpoints.length);
  expect(new Set(ids)).toEqual(new Set(endpoints.map(({ id }) => id)));
});

test('what is done once by its key says so, and nothing else does', () => {
  const operations = Object.values(document['paths'] as Record<string, Record<string, JsonObject>>).flatMap(
    (item) => Object.values(item),
  );
  const keyed = operations.filter(({ parameters = [] }) =>
    (parameters as JsonObject[]).some((p) => p['in'] === 'header' && p['name'] === 'Idempotency-Key'),
  );
  expect(keyed.map(({ operationId }) => operationId)).toEqual(
    endpoints.filter(({ onceByKey }) => onceByKey === true).map(({ id }) => id),
  );
  expect(keyed).not.toEqual([]);
});

test('every reference leads somewhere, and every named schema is used', () => {
  const written = canonicalJson(document);
  const used = new Set([...written.matchAll(/"#\/components\/schemas\/([^"]+)"/g)].map(([, name]) => name));
  const { schemas } = document['components'] as { schemas: JsonObject };
  expect(used).toEqual(new Set(Object.keys(schemas)));
});

test('every named schema is described', () => {
  const { schemas } = document['components'] as { schemas: Record<string, { description?: string }> };
  const silent = Object.keys(schemas).filter(
    (name) => !/^[A-Z`].*\.$/.test(schemas[name]?.description ?? ''),
  );
  expect(silent).toEqual([]);
});

test('JSON in forms is marked as such, and no limit of a programming language leaks', () => {
  const { paths } = document as { paths: Record<string, Record<string, JsonObject>> };
  expect(paths['/drafts']?.['post']?.['requestBody']).toMatchObject({
    content: {
      'application/x-www-form-urlencoded': { encoding: { drafts: { contentType: 'application/json' } } },
    },
  });
  expect(canonicalJson(document)).not.toContain(String(Number.MAX_SAFE_INTEGER));
});

test('the wire is the one that was accepted', async () => {
  const hash = await wireHash();
  expect(
    hash,
    'The API or its documentation changed. If that is meant, write it into the history: npm run contract:accept -- "why"',
  ).toBe(wire.hash);
  expect(wire.history.at(-1)?.hash).toBe(hash);
});
