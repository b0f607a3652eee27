import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { encode } from '@parley/contract/encode.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { contractPlugin } from '../tools/sdk/contract-plugin.ts';
import { contractValues, SOURCE } from '../tools/sdk/contract-values.ts';
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

test('a page loads an operation that it imports by name with the code that calls it', async () => {
  const directory = await mkdtemp(path.join(tmpdir(), 'parley-contract-'));
  try {
    const code = `import { createUserGroup, getUserGroups } from '@parley/contract/endpoints/groups.ts';
await client.call(createUserGroup, group);
await client.getUsers();
`;
    await writeFile(path.join(directory, 'page.ts'), code);
    const plugin = contractPlugin(directory);
    const list = await plugin.load(path.join(SOURCE, 'endpoints.ts'));
    expect(list).toContain('export const operations = { getUsers }');
    expect((await plugin.transform(code))?.code).toContain(
      "import { createUserGroup } from '@parley/contract/endpoints/groups.ts?operation=createUserGroup'",
    );
    const text = await plugin.load(path.join(SOURCE, 'endpoints/groups.ts?operation=createUserGroup'));
    expect(text).toMatch(/^export const createUserGroup = \{"id":"create-user-group"/);
  } finally {
    await rm(directory, { recursive: true });
  }
});
