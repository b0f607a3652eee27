import { existsSync } from 'node:fs';
import path from 'node:path';
import { endpoints } from '@parley/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { routes } from '@parley/server/app/routes.ts';
import {
  findCycle,
  isTest,
  packageOf,
  readModules,
  readScripts,
  type Module,
} from '@parley/test-support/import-graph.ts';

const modules = readModules();
const everything = [...modules, ...readScripts()];
const product = modules.filter(({ file }) => !isTest(file));
const server = product.filter(({ file }) => packageOf(file) === 'server');

function filesWhere(among: readonly Module[], test: (module: Module) => boolean): string[] {
  return among.filter(test).map(({ file }) => file);
}

test('the walk finds modules and their imports', () => {
  expect(product.length).toBeGreaterThan(100);
  const hub = product.find(({ file }) => file === 'packages/server/src/delivery/hub.ts');
  expect(hub?.own).toContain('packages/server/src/delivery/tail.ts');
  const route = product.find(({ file }) => file === 'packages/server/src/http/server.ts');
  expect(route?.foreign).toContain('node:http');
});

test('every import of ours leads to a file', () => {
  const exists = (file: string): boolean => existsSync(path.resolve(import.meta.dirname, '..', file));
  const dangling = everything.flatMap(({ file, own }) =>
    own.filter((target) => !exists(target)).map((target) => `${file} → ${target}`),
  );
  expect(dangling).toEqual([]);
});

/**
 * The layers of the whole repository, lowest first. A module imports from its own group and from lower layers;
 * groups that share a layer may import each other only if the layer is marked as one domain.
 */
const LAYERS: readonly { readonly groups: readonly string[]; readonly isOneDomain?: boolean }[] = [
  { groups: ['packages/contract/'] },
  { groups: ['packages/markdown/', 'packages/client/'] },
  { groups: ['packages/web/src/words/', 'packages/web/src/style/', 'packages/web/sw/'] },
  { groups: ['packages/web/src/data/'] },
  { groups: ['packages/web/src/parts/'] },
  { groups: ['packages/web/src/keys/'] },
  { groups: ['packages/web/src/screen/'] },
  { groups: ['packages/web/src/content/'] },
  { groups: ['packages/web/src/compose/'] },
  { groups: ['packages/web/src/message/'] },
  { groups: ['packages/web/src/list/'] },
  { groups: ['packages/web/src/views/'] },
  { groups: ['packages/web/src/'] },
  { groups: ['packages/web/build/'] },
  { groups: ['packages/server/src/engine/'] },
  { groups: ['packages/server/src/delivery/'] },
  { groups: ['packages/server/src/http/'] },
  { groups: ['packages/server/src/organization/', 'packages/server/src/chat/'], isOneDomain: true },
  { groups: ['packages/server/src/app/'] },
  { groups: ['packages/server/src/main.ts'] },
  { groups: ['packages/test-support/'] },
  { groups: ['packages/rules/'] },
  { groups: ['packages/web/test/', 'verify/', 'tools/', 'examples/'], isOneDomain: true },
  { groups: ['tests/', 'vitest.config.ts'] },
];

function layerOf(file: string): { readonly level: number; readonly group: string } {
  for (const [level, { groups }] of LAYERS.entries()) {
    const group = groups.find((prefix) => file.startsWith(prefix));
    if (group !== undefined) return { level, group };
  }
  throw new Error(`${file} belongs to no layer; add its folder to LAYERS`);
}

function pointsUp(from: string, to: string): boolean {
  const [a, b] = [layerOf(from), layerOf(to)];
  if (a.level !== b.level) return b.level > a.level;
  return a.group !== b.group && LAYERS[a.level]?.isOneDomain !== true;
}

test('imports point down through the layers', () => {
  // Tests of every layer use the harness.
  const upward = everything
    .filter(({ file }) => !isTest(file))
    .flatMap(({ file, own }) =>
      own.filter((target) => pointsUp(file, target)).map((target) => `${file} → ${target}`),
    );
  expect(upward).toEqual([]);
});

test('an upward import is noticed', () => {
  expect(pointsUp('packages/server/src/engine/db/pool.ts', 'packages/server/src/http/route.ts')).toBe(true);
  expect(pointsUp('packages/server/src/http/route.ts', 'packages/server/src/chat/topics/rows.ts')).toBe(true);
  expect(pointsUp('packages/web/src/screen/titles.ts', 'packages/web/src/views/trouble.tsx')).toBe(true);
  expect(pointsUp('packages/markdown/src/index.ts', 'packages/client/src/index.ts')).toBe(true);
  expect(
    pointsUp('packages/server/src/chat/topics/rows.ts', 'packages/server/src/organization/users/present.ts'),
  ).toBe(false);
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

/** Each library is imported in one folder, so that it can be replaced there. */
const LIBRARIES: readonly { library: RegExp; where: RegExp }[] = [
  { library: /^(find-my-way$|@fastify\/)/, where: /^packages\/server\/src\/http\// },
  { library: /^(@nats-io\/|nats$)/, where: /^packages\/server\/src\/engine\/bus\// },
  { library: /^@modelcontextprotocol\/server$/, where: /^packages\/server\/src\/app\/mcp\// },
  { library: /^@tus\//, where: /^packages\/server\/src\/chat\/uploads\/pieces\// },
  { library: /^(sharp|file-type)$/, where: /^packages\/server\/src\/(engine\/files|chat\/uploads)\// },
  { library: /^@aws-sdk\//, where: /^packages\/server\/src\/engine\/files\// },
  { library: /^(nodemailer|smtp-server|postal-mime)$/, where: /^packages\/server\/src\/engine\/mail\// },
  { library: /^@opentelemetry\//, where: /^packages\/server\/src\/engine\/tracing\/otlp.ts$/ },
  { library: /^commander$/, where: /^packages\/server\/src\/app\/cli\// },
];

test.each(LIBRARIES)('$library is imported only in $where', ({ library, where }) => {
  const wrong = filesWhere(
    product,
    ({ file, foreign }) => foreign.some((f) => library.test(f)) && !where.test(file),
  );
  expect(wrong).toEqual([]);
});

// main.ts tells threads by the environment where compiled modules are.
test('only config.ts reads the environment, and of the SDK the constructors for Node.js', () => {
  expect(
    filesWhere(product, ({ text }) => /\bprocess\.env\b|import.*\benv\b.*'node:process'/.test(text)),
  ).toEqual([
    'packages/client/src/node.ts',
    'packages/server/src/main.ts',
    'packages/server/src/engine/config.ts',
  ]);
});

/** Files that may read the clock or random numbers directly, with the reason. */
const OWN_TIME: Readonly<Record<string, string>> = {
  'packages/server/src/engine/clock.ts': 'it is the clock',
  'packages/server/src/app/build-world.ts': 'gives the world its chance',
  'packages/server/src/app/start.ts': 'ends the world, so it cannot wait by its clock',
  'packages/server/src/engine/watchdog/watchdog.ts': 'only real time tells whether the event loop is blocked',
  'packages/server/src/engine/watchdog/watch-thread.ts':
    'only real time tells whether the event loop is blocked',
  'packages/markdown/src/worker-pool/pool.ts': 'pauses after a failed start, in a package without a world',
  'packages/markdown/src/worker-pool/thread.ts':
    'ends a worker that takes too long, in a package without a world',
  'packages/markdown/src/worker-pool/stuck-worker.ts': 'a stand-in in tests tells when it was ready',
  'packages/client/src/clock.ts': "it is the SDK's clock",
  'packages/web/src/data/clock.ts': "it is the web client's clock",
  'packages/web/sw/outbox.ts': 'a service worker has no world',
  'packages/web/sw/shell.ts': 'a service worker has no world',
  'packages/client/src/event-batches.ts': 'takes chance as an option and this by default',
  'packages/client/src/repeat.ts': 'takes chance as an option and this by default',
};

test('time and chance come from the world', () => {
  const asks =
    /\bDate\.now\(|\bMath\.random\b|\bsetTimeout\(|\bsetInterval\(|\bnew Date\(\)|\bperformance\.now\(/;
  expect(filesWhere(product, ({ file, text }) => asks.test(text) && !(file in OWN_TIME))).toEqual([]);
});

test('no component of the web client hears of every event', () => {
  const web = product.filter(({ file }) => file.startsWith('packages/web/src/'));
  // `useWatched` and `useSelect` hear what a component reads.
  expect(filesWhere(web, ({ text }) => /\buseCell\((chat\.)?state\)/.test(text))).toEqual([]);
});

test('the web client has one door to the server', () => {
  const above = product.filter(({ file }) => /^packages\/web\/src\/(?!data\/|screen\/start-chat)/.test(file));
  const asks = /\bchat\.client\b|\{[^}]*\bclient\b[^}]*\} = useChat|\{[^}]*\bclient\b[^}]*\}: Chat\b/;
  expect(filesWhere(above, ({ text }) => asks.test(text))).toEqual([]);
});

test('one module of the web client turns text into elements', () => {
  const sinks =
    /innerHTML|outerHTML|insertAdjacentHTML|dangerouslySetInnerHTML|DOMParser|createContextualFragment/;
  const web = product.filter(({ file }) => packageOf(file) === 'web');
  expect(filesWhere(web, ({ text }) => sinks.test(text))).toEqual([
    'packages/web/src/content/trusted-html.ts',
  ]);
});

test('only verbs emit: they take the transaction, and no route does it itself', () => {
  const emitting = server.filter(({ text }) => /\btx\.(emit|notify)\(/.test(text));
  expect(emitting.length).toBeGreaterThan(0);
  const wrong = filesWhere(
    emitting,
    ({ file, text }) =>
      /\/(pages|http)\/|\/routes\.ts$/.test(file) || !/import (type )?\{[^}]*\bTx\b/.test(text),
  );
  expect(wrong).toEqual([]);
  // No other function has this name, so that a search for `.emit(` finds every event.
  expect(filesWhere(server, ({ text }) => /(?<!\btx)\.(emit|notify)\(/.test(text))).toEqual([]);
});

test('only a thread reads the contract for its reference', () => {
  const reading = 'packages/server/src/app/reference/site.ts';
  expect(filesWhere(server, ({ own }) => own.includes(reading))).toEqual([
    'packages/server/src/app/reference/reference-thread.ts',
  ]);
});

test('every list of routes is part of the application', () => {
  const listed = server.find(({ file }) => file === 'packages/server/src/app/routes.ts')?.own ?? [];
  const found = filesWhere(server, ({ file }) => file.endsWith('/routes.ts') && !file.includes('/app/'));
  expect(found.length).toBeGreaterThan(30);
  expect(found.filter((file) => !listed.includes(file))).toEqual([]);
});

test('the routes cover the contract, each operation once', () => {
  const served = routes.map(({ endpoint }) => endpoint.id).toSorted();
  expect(served).toEqual(endpoints.map(({ id }) => id).toSorted());
  expect(routes.filter(({ endpoint }) => !endpoints.includes(endpoint))).toEqual([]);
});

test('the shape of the files, for information', () => {
  expect(product).not.toEqual([]);
  for (const name of new Set(product.map(({ file }) => packageOf(file)))) {
    const lines = product
      .filter(({ file }) => packageOf(file) === name)
      .map(({ text }) => text.split('\n').length - 1)
      .toSorted((a, b) => a - b);
    const at = (share: number): number => lines[Math.floor(share * (lines.length - 1))] ?? 0;
    console.info(`${name}: ${lines.length} files, median ${at(0.5)} lines, nine in ten up to ${at(0.9)}`);
  }
});
