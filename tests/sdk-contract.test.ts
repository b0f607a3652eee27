import { encode } from '@parley/contract/encode.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contractValues } from '../tools/sdk/contract-values.ts';
import { namedOperations } from '../tools/sdk/named-operations.ts';

const SAMPLES: readonly unknown[] = [
  'words',
  '7',
  'true',
  '',
  'a@b.example',
  7,
  1.5,
  true,
  null,
  [7],
  ['a'],
  {},
];

/** Operations as the SDK has them. */
async function wireForms(): Promise<ReadonlyMap<string, Endpoint>> {
  const files = await contractValues(await namedOperations(), new Map());
  const lines = [...files.values()].join('').matchAll(/^export const (\w+) = (\{.*"id".*\});$/gm);
  return new Map(Array.from(lines, ([, name = '', text = '']) => [name, JSON.parse(text) as Endpoint]));
}

function samplesOf(schema: z.ZodType): readonly unknown[] {
  const { enum: words = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return [...SAMPLES, ...words].filter((value) => schema.safeParse(value).success);
}

test('requests of the SDK encode every value as the whole contract does', async () => {
  const wires = await wireForms();
  let compared = 0;
  for (const { name, endpoint } of await namedOperations()) {
    const wire = wires.get(name);
    if (wire === undefined) throw new Error(`The SDK has no ${name}.`);
    for (const [parameter, { schema }] of Object.entries(endpoint.parameters))
      for (const value of samplesOf(schema)) {
        compared += 1;
        const args = { [parameter]: value };
        expect({ name, ...encode(wire, args) }).toEqual({ name, ...encode(endpoint, args) });
      }
  }
  expect(compared).toBeGreaterThan(1_000);
});
