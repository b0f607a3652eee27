import { execFile } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { generate } from 'openapi-typescript-codegen';
import { createSite } from '@parley/server/app/reference/site.ts';

readCommandLine({
  name: 'npm run reference:client',
  summary:
    'Generates a client from openapi.json with an independent generator and compiles it in strict mode.',
  options: {},
  example: 'npm run reference:client',
});
const run = promisify(execFile);
const root = path.resolve(import.meta.dirname, '../../..');
const directory = path.join(root, 'node_modules/.cache/reference-client');

function bin(name: string): string {
  return path.join(root, 'node_modules/.bin', name);
}

await rm(directory, { recursive: true, force: true });
await mkdir(directory, { recursive: true });
const document = path.join(directory, 'openapi.json');
await writeFile(document, createSite().at('/api/openapi.json')?.body ?? '');
await generate({
  input: document,
  output: path.join(directory, 'client'),
  clientName: 'Parley',
  useOptions: true,
  useUnionTypes: true,
});
const settings = {
  compilerOptions: {
    strict: true,
    noUncheckedIndexedAccess: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
    noEmit: true,
  },
  files: ['client/index.ts', 'use.ts'],
};
await writeFile(path.join(directory, 'tsconfig.json'), JSON.stringify(settings));
/** The client knows the operations, their parameters and their results by name and type. */
const use = `import { Parley } from './client';

const parley = new Parley({ BASE: 'https://chat.example.org/api/v1', USERNAME: 'amara@example.org', PASSWORD: 'key' });
const sent = await parley.messages.sendMessage({
  formData: { type: 'channel', to: 'sky', topic: 'nova', content: 'Look up!' },
});
const id: number = sent.id;
// @ts-expect-error -- a message needs a content
await parley.messages.sendMessage({ formData: { type: 'channel' } });
const { messages } = await parley.messages.getMessages({ anchor: String(id), numBefore: 1 });
export const subject: string | undefined = messages[0]?.subject;
`;
await writeFile(path.join(directory, 'use.ts'), use);
try {
  await run(bin('tsc'), ['-p', directory]);
  console.log('The generated client compiles.');
} catch (error) {
  console.error((error as { stdout?: string }).stdout ?? error);
  process.exitCode = 1;
}
process.exit();
