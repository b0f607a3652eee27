import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import { operations } from '@parley/contract/endpoints.ts';
import type { Named } from './contract-types.ts';

const DIRECTORY = path.resolve(import.meta.dirname, '../../packages/contract/src/endpoints');

/** Every operation under the name that its module gives it. */
export async function namedOperations(): Promise<Named[]> {
  const found = new Map<Endpoint, string>();
  for (const file of readdirSync(DIRECTORY)) {
    if (file.endsWith('.test.ts')) continue;
    const exported = (await import(path.join(DIRECTORY, file))) as Record<string, Endpoint>;
    for (const value of Object.values(exported)) found.set(value, `endpoints/${file.replace(/\.ts$/, '')}`);
  }
  return Object.entries<Endpoint>(operations).map(([name, endpoint]) => {
    const module = found.get(endpoint);
    if (module === undefined) throw new Error(`No module of the contract says ${name}.`);
    return { name, module, endpoint };
  });
}
