import path from 'node:path';
import { errors } from '@parley/contract/errors.ts';
import { limits } from '@parley/contract/limits.ts';
import { isPlain, operationText, plainValue, plainValues, SOURCE } from './contract-values.ts';
import type { Named } from './contract-types.ts';
import { namedOperations } from './named-operations.ts';
import { memberNamesIn, textsIn } from './names-in.ts';

/** The part of Vite's plugins that this one needs. */
type Plugin = {
  name: string;
  enforce: 'pre';
  load(id: string): Promise<string | undefined>;
  transform(code: string): Promise<{ code: string; map: null } | undefined>;
};

/** An import of operations by name. */
const IMPORT = /^import \{([^}]*)\} from '(@parley\/contract\/endpoints\/[\w-]+\.ts)';/gm;
/** An import of tables by name. */
const TABLES = /^import \{([^}]*)\} from '(@parley\/contract\/objects\/permission-settings\.ts)';/gm;
const LIMITS = /^import \{ limits \} from '@parley\/contract\/limits\.ts';\n/m;

/**
 * Replaces the contract's schemas in a bundle by the data that the SDK needs, as in the published package. The client has
 * the operations that code in the given directories calls as its members. Others are imported by name, and each of these
 * is a module of its own, so that it is loaded with the code that calls it; so is each table of permissions. Limits are
 * numbers where they are used.
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
      const asked = new URLSearchParams(query);
      const operation = (await all()).get(asked.get('operation') ?? '');
      if (operation !== undefined) return operationText(operation);
      const table = asked.get('table');
      if (table !== null) return plainValue(module, table);
      if (module === 'errors') return listOfErrors(directories);
      return isPlain(module) ? undefined : plainValues(module);
    },
    transform: async (code) => {
      if (!code.includes('@parley/contract/')) return undefined;
      const operations = await all();
      const byOperation = code.replaceAll(IMPORT, (_, names: string, from: string) =>
        split(names, from, operations),
      );
      return { code: withLimits(byOperation.replaceAll(TABLES, splitTables)), map: null };
    },
  };
}

/** The codes of an `ApiError` for which code in the directories asks. Its status comes with the answer. */
function listOfErrors(directories: readonly string[]): string {
  const texts = textsIn(directories);
  const asked = Object.keys(errors).filter((code) => texts.some((text) => text.includes(`'${code}'`)));
  return `export const errors = ${JSON.stringify(Object.fromEntries(asked.map((code) => [code, 0])))};\n`;
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

/** A module for each table; types go with the types. */
function splitTables(_: string, names: string, from: string): string {
  return names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '))
    .map((name) => `import { ${name} } from '${from}?table=${name}';`)
    .join(' ');
}

/** Numbers in place of limits. */
function withLimits(code: string): string {
  if (!LIMITS.test(code)) return code;
  const values: Readonly<Record<string, unknown>> = limits;
  const numbers = code.replaceAll(/\blimits\.(\w+)/g, (text, name: string) =>
    typeof values[name] === 'number' ? String(values[name]) : text,
  );
  return /\blimits[.[]/.test(numbers.replace(LIMITS, '')) ? numbers : numbers.replace(LIMITS, '');
}

function importOf(name: string, from: string): string {
  return `import { ${name} } from '${from}?operation=${name}';`;
}
