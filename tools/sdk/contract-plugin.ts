import path from 'node:path';
import { contractValues, isPlain, plainValues, SOURCE } from './contract-values.ts';
import { namedOperations } from './named-operations.ts';
import { namesIn } from './names-in.ts';

/** The part of Vite's plugins that this one needs. */
type Plugin = { name: string; enforce: 'pre'; load(id: string): Promise<string | undefined> };

/**
 * Replaces the contract's schemas in a bundle by the data that the SDK needs, as in the published package. The client has
 * the operations that code in the given directories names.
 */
export function contractPlugin(...directories: readonly string[]): Plugin {
  let operations: Promise<ReadonlyMap<string, string>> | undefined;
  return {
    name: 'parley-contract',
    enforce: 'pre',
    load: async (id) => {
      const [file = ''] = id.split('?');
      const module = path.relative(SOURCE, file).replace(/\.ts$/, '');
      if (module.startsWith('..') || path.isAbsolute(module)) return undefined;
      operations ??= valuesFor(directories);
      const generated = (await operations).get(`${module}.js`)?.replaceAll(/(from '\.[^']*)\.js'/g, "$1.ts'");
      if (generated !== undefined) return generated;
      return isPlain(module) ? undefined : plainValues(module);
    },
  };
}

async function valuesFor(directories: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const names = namesIn(directories);
  const all = await namedOperations();
  return contractValues(
    all.filter(({ name }) => names.has(name)),
    new Map(),
  );
}
