import { existsSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@parley/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { routes } from '../packages/server/src/routes.ts';
import { findCycle, isTest, packageOf, readModules, readScripts, type Module } from './import-graph.ts';

const modules = readModules();
const everything = [...modules, ...readScripts()];
const product = modules.filter(({ file }) => !isTest(file));
const server = product.filter(({ file }) => packageOf(file) === 'server');

const filesWhere = (among: readonly Module[], test: (module: Module) => boolean): string[] =>
  among.filter(test).map(({ file }) => file);

test('the walk finds modules and their imports', () => {
  expect(product.length).toBeGreaterThan(100);
  const hub = product.find(({ file }) => file === 'packages/server/src/queues/hub.ts');
  expect(hub?.own).toContain('packages/server/src/queues/tail.ts');
  const route = product.find(({ file }) => file === 'packages/server/src/http/server.ts');
  expect(route?.foreign).toContain('fastify');
});

test('every import of ours leads to a file', () => {
  const exists = (file: string): boolean => existsSync(path.resolve(import.meta.dirname, '..', file));
  const dangling = everything.flatMap(({ file, own }) =>
    own.filter((target) => !exists(target)).map((target) => `${file} → ${target}`),
  );
  expect(dangling).toEqual([]);
});

const DIRECTIONS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  client: ['contract'],
  markdown: ['contract'],
  server: ['contract', 'markdown'],
};

test('imports between packages point one way', () => {
  const wrong = product.flatMap(({ file, own }) => {
    const from = packageOf(file);
    const allowed = [from, ...(DIRECTIONS[from] ?? [])];
    return own
      .filter((target) => !allowed.includes(packageOf(target)))
      .map((target) => `${file} → ${target}`);
  });
  expect(wrong).toEqual([]);
  expect(Object.keys(DIRECTIONS)).toEqual(
    expect.arrayContaining([...new Set(product.map((m) => packageOf(m.file)))]),
  );
});

test('product code imports no tests', () => {
  const wrong = product.flatMap(({ file, own }) =>
    own.filter((target) => isTest(target)).map((target) => `${file} → ${target}`),
  );
  expect(wrong).toEqual([]);
});

test('there is no cycle of imports', () => {
  expect(everything.length).toBeGreaterThan(modules.length + 100);
  expect(findCycle(everything)).toBeUndefined();
});

/** A library is known in one place, so that it can be exchanged there. */
const LIBRARIES: readonly { library: RegExp; where: RegExp }[] = [
  { library: /^(fastify$|@fastify\/)/, where: /^packages\/server\/src\/http\// },
  { library: /^(@nats-io\/|nats$)/, where: /^packages\/server\/src\/bus\// },
  { library: /^@tus\//, where: /^packages\/server\/src\/uploads\/pieces\// },
  { library: /^(sharp|file-type)$/, where: /^packages\/server\/src\/(files|uploads)\// },
  { library: /^@aws-sdk\//, where: /^packages\/server\/src\/files\// },
  { library: /^nodemailer$/, where: /^packages\/server\/src\/mail\// },
  { library: /^@opentelemetry\//, where: /^packages\/server\/src\/tracing\/otlp.ts$/ },
  { library: /^commander$/, where: /^packages\/server\/src\/cli\// },
  { library: /^node-pg-migrate$/, where: /^packages\/server\/src\/db\// },
];

test.each(LIBRARIES)('$library is imported only in $where', ({ library, where }) => {
  const wrong = filesWhere(
    product,
    ({ file, foreign }) => foreign.some((f) => library.test(f)) && !where.test(file),
  );
  expect(wrong).toEqual([]);
});

test('only config.ts reads the environment, and of the SDK the constructors for Node.js', () => {
  expect(
    filesWhere(product, ({ text }) => /\bprocess\.env\b|import.*\benv\b.*'node:process'/.test(text)),
  ).toEqual(['packages/client/src/node.ts', 'packages/server/src/config.ts']);
});

/** Who may ask the machine for time and chance itself, and why. */
const OWN_TIME: Readonly<Record<string, string>> = {
  'packages/server/src/clock.ts': 'it is the clock',
  'packages/server/src/build-world.ts': 'gives the world its chance',
  'packages/server/src/start.ts': 'ends the world, so it cannot wait by its clock',
  'packages/server/src/http/poll-connections.ts': 'only a socket knows whether somebody still reads from it',
  'packages/server/src/db/migrate.ts': 'runs before there is a world',
  'packages/markdown/src/worker-pool/index.ts':
    'ends a worker that takes too long, in a package without a world',
  'packages/client/src/clock.ts': "it is the SDK's clock",
  'packages/client/src/event-loop.ts': 'takes chance as an option and this by default',
  'packages/client/src/repeat.ts': 'takes chance as an option and this by default',
};

test('time and chance come from the world', () => {
  const asks =
    /\bDate\.now\(|\bMath\.random\b|\bsetTimeout\(|\bsetInterval\(|\bnew Date\(\)|\bperformance\.now\(/;
  expect(filesWhere(product, ({ file, text }) => asks.test(text) && !(file in OWN_TIME))).toEqual([]);
});

test('only verbs emit: they take the transaction, and no route does it itself', () => {
  const emitting = server.filter(({ text }) => /\btx\.(emit|notify)\(/.test(text));
  expect(emitting.length).toBeGreaterThan(0);
  const wrong = filesWhere(
    emitting,
    ({ file, text }) => /\/(routes|pages|http)\//.test(file) || !/import (type )?\{[^}]*\bTx\b/.test(text),
  );
  expect(wrong).toEqual([]);
  // Nothing else is called like that: who searches for `.emit(` finds every event.
  expect(filesWhere(server, ({ text }) => /(?<!\btx)\.(emit|notify)\(/.test(text))).toEqual([]);
});

test('every route is listed', () => {
  const listed = server.find(({ file }) => file === 'packages/server/src/routes.ts')?.own ?? [];
  const found = filesWhere(server, ({ file }) => /\/routes\/[^/]+\.ts$/.test(file));
  expect(found.filter((file) => !listed.includes(file))).toEqual([]);
});

test('the routes cover the contract, each operation once', () => {
  const served = routes.map(({ endpoint }) => endpoint.id).toSorted();
  expect(served).toEqual(endpoints.map(({ id }) => id).toSorted());
  expect(routes.filter(({ endpoint }) => !endpoints.includes(endpoint))).toEqual([]);
});

test('the shape of the files, for information', () => {
  expect(product).not.toEqual([]);
  for (const name of Object.keys(DIRECTIONS)) {
    const lines = product
      .filter(({ file }) => packageOf(file) === name)
      .map(({ text }) => text.split('\n').length - 1)
      .toSorted((a, b) => a - b);
    const at = (share: number): number => lines[Math.floor(share * (lines.length - 1))] ?? 0;
    console.info(`${name}: ${lines.length} files, median ${at(0.5)} lines, nine in ten up to ${at(0.9)}`);
  }
});
