import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { endpoints, operations } from '@parley/contract/endpoints.ts';
import { errors } from '@parley/contract/errors.ts';
import { ONE_CHECKER } from '../build.ts';
import { run } from '../programs.ts';
import type { Project } from '../project.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');

/** Strictest compiler options, with declaration files checked. */
export const STRICT = {
  strict: true,
  exactOptionalPropertyTypes: true,
  noUncheckedIndexedAccess: true,
  noPropertyAccessFromIndexSignature: true,
  skipLibCheck: false,
  noEmit: true,
  target: 'es2022',
  lib: ['es2022', 'dom', 'dom.iterable'],
  types: [],
};

/** A plain JavaScript program, checked against the types of the package. */
export const NODE_PROGRAM = {
  module: 'nodenext',
  allowJs: true,
  checkJs: true,
  noImplicitAny: false,
  skipLibCheck: true,
  types: ['node'],
  typeRoots: [path.join(ROOT, 'node_modules/@types')],
};

export async function compile(
  directory: string,
  options: Readonly<Record<string, unknown>>,
  files: readonly string[],
): Promise<void> {
  writeFileSync(
    path.join(directory, 'tsconfig.json'),
    JSON.stringify({ compilerOptions: { ...STRICT, ...options }, files }),
  );
  await run([process.execPath, TSC, '-p', directory, ...ONE_CHECKER], directory);
}

/** Checks the other entry points of the package. */
const PACKAGE = '@parley/client';
const ENTRIES = `import type { Message } from '${PACKAGE}';
import { fromEnvironment, fromZuliprc } from '${PACKAGE}/node';
import type { Message as WireMessage } from '${PACKAGE}/schemas';
export const wire = (message: Message): WireMessage => message;
void fromEnvironment().getOwnUser();
void fromZuliprc('bot.zuliprc', { userAgent: 'bot/1' }).history();
// @ts-expect-error -- the path is a text
fromZuliprc(5);
`;

/** A user's program compiles with both module resolutions. */
export async function consumerCompiles({ directory }: Project): Promise<string> {
  const source = readFileSync(path.join(ROOT, 'tools/sdk/consumer.ts'), 'utf8');
  writeFileSync(path.join(directory, 'consumer.ts'), source);
  writeFileSync(path.join(directory, 'entries.ts'), ENTRIES);
  const files = ['consumer.ts', 'entries.ts'];
  await compile(directory, { module: 'nodenext' }, files);
  await compile(directory, { module: 'es2022', moduleResolution: 'bundler' }, files);
  return 'nodenext and bundler';
}

/** Fields whose type in the package is narrower than in the contract. */
const CLOSER: ReadonlySet<string> = new Set(['updateRealm']);

/** The package's types of every operation, error and event equal those of the contract. */
export async function typesAreTheContract({ installed }: Project): Promise<string> {
  const scratch = mkdtempSync(path.join(ROOT, 'packages/client/build-'));
  const from = path.relative(scratch, path.join(installed, 'contract'));
  const same = (what: string, ours: string, theirs: string, how = 'Same'): string =>
    `export const ${what}: ${how}<${ours}, ${theirs}> = true;`;
  const lines = [
    `import type * as told from '${from}/endpoints.js';`,
    `import type { ArgumentsOf as ToldArguments, ResultOf as ToldResult } from '${from}/endpoint.js';`,
    `import type { ErrorCode as ToldCode, ErrorData as ToldData } from '${from}/errors.js';`,
    `import type { WireEvent as ToldEvent } from '${from}/events.js';`,
    "import type { ArgumentsOf, ResultOf } from '@parley/contract/endpoint.ts';",
    "import type { operations } from '@parley/contract/endpoints.ts';",
    "import type { ErrorCode, ErrorData } from '@parley/contract/errors.ts';",
    "import type { WireEvent } from '@parley/contract/events.ts';",
    'type Closer<A, B> = [B] extends [A] ? true : false;',
    'type Same<A, B> = [A] extends [B] ? ([B] extends [A] ? true : false) : false;',
    ...Object.keys(operations).flatMap((name) => {
      const [ours, theirs] = [`(typeof operations)['${name}']`, `(typeof told.operations)['${name}']`];
      return [
        same(`${name}Arguments`, `ArgumentsOf<${ours}>`, `ToldArguments<${theirs}>`),
        same(
          `${name}Result`,
          `ResultOf<${ours}>`,
          `ToldResult<${theirs}>`,
          CLOSER.has(name) ? 'Closer' : 'Same',
        ),
      ];
    }),
    same('codes', 'ErrorCode', 'ToldCode'),
    ...Object.keys(errors).map((code) => same(code, `ErrorData<'${code}'>`, `ToldData<'${code}'>`)),
    same('events', 'WireEvent', 'ToldEvent'),
  ];
  try {
    writeFileSync(path.join(scratch, 'same.ts'), `${lines.join('\n')}\n`);
    const inside = { allowImportingTsExtensions: true, skipLibCheck: true, lib: ['es2024', 'dom'] };
    await compile(scratch, { module: 'nodenext', ...inside }, ['same.ts']);
  } finally {
    rmSync(scratch, { recursive: true });
  }
  return `${endpoints.length} operations, ${Object.keys(errors).length} errors, the events`;
}
