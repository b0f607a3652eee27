import { globSync } from 'node:fs';
import path from 'node:path';
import { rulesOf, type Rule } from './rule.ts';

const SERVER = path.resolve(import.meta.dirname, '../../server/src');

/** The floors of the server in the order of the written page: first what all operations share. */
const FLOORS = ['http', 'delivery', 'organization', 'chat', 'app'];

async function readRules(floor: string): Promise<readonly Rule[]> {
  const files = globSync(`${floor}/**/*.rules.ts`, { cwd: SERVER }).toSorted();
  const modules = await Promise.all(
    files.map(async (file) => rulesOf(file, await import(path.join(SERVER, file)))),
  );
  return modules.flat();
}

/** Every rule: the `*.rules.ts` beside the features of the server. */
export const rules: readonly Rule[] = (await Promise.all(FLOORS.map(readRules))).flat();
