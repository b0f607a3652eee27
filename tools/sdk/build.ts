import { execFileSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { rolldown } from 'rolldown';
import { contractTypes } from './contract-types.ts';
import { contractValues } from './contract-values.ts';
import { namedOperations } from './named-operations.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const CLIENT = path.join(ROOT, 'packages/client');

/** Writes the package as it is published into a directory: plain modules, declarations, one file for pages. */
export async function buildPackage(target: string): Promise<void> {
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target, { recursive: true });
  compile(target, 'index.ts', []);
  compile(target, 'node.ts', ['node']);
  const needed = linkContract(target);
  const operations = await namedOperations();
  const contract = [...contractTypes(operations), ...(await contractValues(operations, needed))];
  for (const [file, text] of contract) write(path.join(target, 'contract', file), text);
  linkNamedTypes(target, needed);
  dropUnreachable(target);
  format(target);
  await bundle(target);
  write(path.join(target, 'package.json'), manifest());
  cpSync(path.join(CLIENT, 'README.md'), path.join(target, 'README.md'));
  cpSync(path.join(ROOT, 'LICENSE'), path.join(target, 'LICENSE'));
}

function write(file: string, text: string): void {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, text);
}

/** Several checkers would each find out the same types of the contract. */
export const ONE_CHECKER = ['--checkers', '1'] as const;

/** The compiler reads its options from a file, which must be in the repository to resolve packages. */
function compile(target: string, entry: string, types: readonly string[]): void {
  const scratch = mkdtempSync(path.join(CLIENT, 'build-'));
  try {
    const config = path.join(scratch, 'tsconfig.json');
    write(
      config,
      JSON.stringify({
        extends: path.join(ROOT, 'tsconfig.json'),
        compilerOptions: {
          noEmit: false,
          declaration: true,
          rewriteRelativeImportExtensions: true,
          rootDir: path.join(CLIENT, 'src'),
          outDir: target,
          target: 'es2022',
          types,
        },
        include: [path.join(CLIENT, 'src', entry)],
      }),
    );
    const compiler = path.dirname(createRequire(import.meta.url).resolve('typescript/package.json'));
    execFileSync(process.execPath, [path.join(compiler, 'bin/tsc'), '-p', config, ...ONE_CHECKER], {
      stdio: ['ignore', 'inherit', 'inherit'],
    });
  } finally {
    rmSync(scratch, { recursive: true });
  }
}

function filesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, encoding: 'utf8' })
    .filter((file) => /\.(js|d\.ts)$/.test(file))
    .map((file) => path.join(directory, file));
}

const IMPORT = /((?:import|export) (?:type )?(\{[^}]*\}) from )'([^']+)\.ts'/g;

/** Redirects imports of the contract to the copy inside the package; returns the imported names of each module. */
function linkContract(target: string): Map<string, Set<string>> {
  const needed = new Map<string, Set<string>>();
  for (const file of filesBelow(target)) {
    const text = readFileSync(file, 'utf8');
    const linked = text.replaceAll(IMPORT, (_, head: string, names: string, from: string) => {
      const module = /^@parley\/contract\/(.+)$/.exec(from)?.[1];
      if (module === undefined) return `${head}'${from}.js'`;
      const known = needed.get(module) ?? new Set();
      needed.set(module, known);
      for (const name of namesIn(names)) if (file.endsWith('.js') || name.startsWith(WIRE)) known.add(name);
      const up = path.relative(path.dirname(file), path.join(target, 'contract', module));
      return `${head}'${up.startsWith('.') ? up : `./${up}`}.js'`;
    });
    if (/from '@parley\/|\.ts'/.test(linked)) throw new Error(`${file} imports what is not in the package.`);
    writeFileSync(file, linked);
  }
  return needed;
}

function namesIn(braces: string): string[] {
  return braces
    .replaceAll(/[{}]/g, '')
    .split(',')
    .map(
      (part) =>
        part
          .replace(/^\s*type\s/, '')
          .split(' as ')[0]
          ?.trim() ?? '',
    )
    .filter((name) => name !== '');
}

/** Prefix of contract types whose name differs from their schema. */
const WIRE = 'Wire';

/** Modules of objects export their types under the schema's name and under their own. */
function linkNamedTypes(target: string, needed: ReadonlyMap<string, ReadonlySet<string>>): void {
  for (const [module, names] of needed) {
    const file = path.join(target, 'contract', `${module}.d.ts`);
    if (existsSync(file)) continue;
    const renamed = [...names].filter((name) => name.startsWith(WIRE));
    const list = renamed.map((name) => `${name.slice(WIRE.length)} as ${name}`).join(', ');
    write(
      file,
      `export type * from '../schemas.js';\n${list === '' ? '' : `export type { ${list} } from '../schemas.js';\n`}`,
    );
  }
}

/** Removes modules that are unreachable from the entry. */
function dropUnreachable(target: string): void {
  const reached = new Set<string>();
  const visit = (file: string): void => {
    if (reached.has(file) || !existsSync(file)) return;
    reached.add(file);
    for (const [, from = ''] of readFileSync(file, 'utf8').matchAll(/ from '(\.[^']+)'/g)) {
      const next = path.join(path.dirname(file), from);
      visit(file.endsWith('.d.ts') ? next.replace(/\.js$/, '.d.ts') : next);
    }
  };
  for (const entry of ['index', 'node'])
    for (const ending of ['js', 'd.ts']) visit(path.join(target, `${entry}.${ending}`));
  visit(path.join(target, 'contract/schemas.d.ts'));
  for (const file of filesBelow(target)) if (!reached.has(file)) rmSync(file);
}

function format(target: string): void {
  const formatter = path.join(ROOT, 'node_modules/.bin/oxfmt');
  execFileSync(formatter, ['--config', path.join(ROOT, '.oxfmtrc.json'), '.'], {
    cwd: target,
    stdio: 'pipe',
  });
}

async function bundle(target: string): Promise<void> {
  const made = await rolldown({ input: path.join(target, 'index.js'), platform: 'browser' });
  await made.write({ file: path.join(target, 'parley-client.min.js'), format: 'esm', minify: true });
  await made.close();
}

function manifest(): string {
  const { name, version, license } = JSON.parse(
    readFileSync(path.join(CLIENT, 'package.json'), 'utf8'),
  ) as Record<string, string>;
  const entry = (file: string) => ({ types: './index.d.ts', default: file });
  return `${JSON.stringify(
    {
      name,
      version,
      description: 'The SDK of Parley: typed calls, an event loop that survives, state for any screen.',
      license,
      type: 'module',
      sideEffects: false,
      engines: { node: '>=20.3' },
      main: './index.js',
      types: './index.d.ts',
      exports: {
        '.': entry('./index.js'),
        './node': { types: './node.d.ts', default: './node.js' },
        './min': entry('./parley-client.min.js'),
        './schemas': { types: './contract/schemas.d.ts' },
        './package.json': './package.json',
      },
    },
    undefined,
    2,
  )}\n`;
}
