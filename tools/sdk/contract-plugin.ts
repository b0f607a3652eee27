import path from 'node:path';
import { errors } from '@parley/contract/errors.ts';
import { isPlain, operationText, plainValues, SOURCE } from './contract-values.ts';
import type { Named } from './contract-types.ts';
import { namedOperations } from './named-operations.ts';
import { memberNamesIn } from './names-in.ts';

/** The part of Vite's plugins that this one needs. */
type Plugin = {
  name: string;
  enforce: 'pre';
  load(id: string): Promise<string | undefined>;
  transform(code: string): Promise<{ code: string; map: null } | undefined>;
};

/** An import of operations by name. */
const IMPORT = /^import \{([^}]*)\} from '(@parley\/contract\/endpoints\/[\w-]+\.ts)';/gm;

/**
 * Replaces the contract's schemas in a bundle by the data that the SDK needs, as in the published package. The client has
 * the operations that code in the given directories calls as its members. Others are imported by name, and each of these
 * is a module of its own, so that it is loaded with the code that calls it.
 */
export function contractPlugin(...directories: readonly string[]): Plugin {
  let named: Promise<ReadonlyMap<string, Named>> | undefined;
  const all = (): Promise<ReadonlyMap<string, Named>> => {
    named ??= namedOperations().then((found) => new Map(found.map((one) => [one.name, one])));
    return named;
  };
  return {
    name: 'parley-contract',
    enforce: 'pre',
    load: async (id) => {
      const [file = '', query = ''] = id.split('?');
      const module = path.relative(SOURCE, file).replace(/\.ts$/, '');
      if (module.startsWith('..') || path.isAbsolute(module)) return undefined;
      if (module === 'endpoints') return listOf([...(await all()).values()], memberNamesIn(directories));
      const operation = (await all()).get(new URLSearchParams(query).get('operation') ?? '');
      if (operation !== undefined) return operationText(operation);
      if (module === 'errors') return listOfErrors();
      return isPlain(module) ? undefined : plainValues(module);
    },
    transform: async (code) => {
      if (!code.includes('@parley/contract/endpoints/')) return undefined;
      const operations = await all();
      return {
        code: code.replaceAll(IMPORT, (_, names: string, from: string) => split(names, from, operations)),
        map: null,
      };
    },
  };
}

/** The codes that an `ApiError` may have. Its status comes with the answer. */
function listOfErrors(): string {
  return `export const errors = ${JSON.stringify(Object.fromEntries(Object.keys(errors).map((code) => [code, 0])))};\n`;
}

/** The list of operations that the client has as members. */
function listOf(all: readonly Named[], members: ReadonlySet<string>): string {
  const listed = all.filter(({ name }) => members.has(name));
  const imports = listed.map(({ name, module }) => importOf(name, `./${module}.ts`));
  return `${imports.join('\n')}\nexport const operations = { ${listed.map(({ name }) => name).join(', ')} };\n`;
}

function split(names: string, from: string, operations: ReadonlyMap<string, Named>): string {
  const imported = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const others = imported.filter((name) => !operations.has(name));
  return [
    ...imported.filter((name) => operations.has(name)).map((name) => importOf(name, from)),
    ...(others.length === 0 ? [] : [`import { ${others.join(', ')} } from '${from}';`]),
  ].join(' ');
}

function importOf(name: string, from: string): string {
  return `import { ${name} } from '${from}?operation=${name}';`;
}
