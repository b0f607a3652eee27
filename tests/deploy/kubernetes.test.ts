import { spawnSync } from 'node:child_process';
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readConfig } from '@parley/server/engine/config.ts';
import { health, live } from '@parley/server/http/health.ts';
import { afterAll, expect, test } from 'vitest';
import { parseAllDocuments } from 'yaml';
import type { Deployment } from 'kubernetes-types/apps/v1.d.ts';
import type { ConfigMap, Service } from 'kubernetes-types/core/v1.d.ts';
import type { Ingress } from 'kubernetes-types/networking/v1.d.ts';
import type { PodDisruptionBudget } from 'kubernetes-types/policy/v1.d.ts';
import type { Job } from 'kubernetes-types/batch/v1.d.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');
const FOLDER = path.join(ROOT, 'deploy/kubernetes');
/** Below the repository, so that the compiler finds the types. */
const WORK = path.join(ROOT, `node_modules/.cache/kubernetes-${process.pid}`);
afterAll(() => rmSync(WORK, { recursive: true, force: true }));

type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
};

const manifests = globSync('*.yaml', { cwd: FOLDER }).flatMap((file) =>
  parseAllDocuments(readFileSync(path.join(FOLDER, file), 'utf8')).map((one) => {
    for (const error of one.errors) throw error;
    return one.toJS() as Manifest;
  }),
);

type Kinds = {
  ConfigMap: ConfigMap;
  Deployment: Deployment;
  Ingress: Ingress;
  Job: Job;
  PodDisruptionBudget: PodDisruptionBudget;
  Service: Service;
};

function find<K extends keyof Kinds>(kind: K, name = 'parley'): Kinds[K] {
  const found = manifests.find((one) => one.kind === kind && one.metadata.name === name);
  if (found === undefined) throw new Error(`There is no ${kind} ${name}`);
  return found as Kinds[K];
}

/** The module of the types of a version, such as `apps/v1` or `core/v1`. */
function moduleOf({ apiVersion }: Manifest): string {
  const [group = '', version = ''] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion];
  return `${group.replace(/\..*/, '')}/${version}`;
}

/** The errors that the compiler finds in manifests as values of the published types, which know every member. */
function complaintsAbout(all: readonly Manifest[]): string {
  mkdirSync(WORK, { recursive: true });
  const lines = all.map(
    (one, n) =>
      `export const value${n}: import('kubernetes-types/${moduleOf(one)}.d.ts').${one.kind} = ${JSON.stringify(one)};\n`,
  );
  const file = path.join(WORK, 'manifests.ts');
  writeFileSync(file, lines.join(''));
  const options = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2024', '--skipLibCheck'];
  const compiler = path.join(ROOT, 'node_modules/typescript/bin/tsc');
  const extra = ['--allowImportingTsExtensions', '--ignoreConfig', '--types', ''];
  return spawnSync(process.execPath, [compiler, ...options, ...extra, file], { encoding: 'utf8' }).stdout;
}

test('the manifests have the types of Kubernetes', () => {
  expect(manifests.map(({ kind, metadata }) => `${kind} ${metadata.name}`).toSorted()).toEqual([
    'ConfigMap parley',
    'Deployment parley',
    'Deployment parley-nats',
    'Ingress parley',
    'Job parley-migrate',
    'PodDisruptionBudget parley',
    'Service parley',
    'Service parley-nats',
  ]);
  expect(complaintsAbout(manifests)).toBe('');
});

test('a misspelled member of a manifest is noticed', () => {
  const budget = find('PodDisruptionBudget');
  const wrong = { ...budget, spec: { ...budget.spec, minAvailible: 1 } };
  expect(complaintsAbout([wrong as unknown as Manifest])).toMatch(/minAvailible/);
});

test('the settings are accepted by the server, with the secrets that the page names', () => {
  const page = readFileSync(path.join(ROOT, 'docs/operating/kubernetes.md'), 'utf8');
  const secrets = [...page.matchAll(/--from-literal=(PARLEY_\w+)=/g)].map(([, name = '']) => name);
  expect(secrets).toEqual(
    expect.arrayContaining(['PARLEY_SECRET', 'PARLEY_DATABASE_URL', 'PARLEY_NATS_PASSWORD']),
  );
  const { data = {} } = find('ConfigMap');
  const config = readConfig({
    ...data,
    PARLEY_SECRET: 'x'.repeat(64),
    PARLEY_DATABASE_URL: 'postgres://parley@postgres/parley',
  });
  const { containers, terminationGracePeriodSeconds } = templateOf('parley');
  expect(containers[0]?.ports?.map(({ containerPort }) => containerPort)).toEqual([
    config.listen.port,
    config.metrics?.port,
  ]);
  expect(terminationGracePeriodSeconds).toBeGreaterThan(config.drainSeconds + 10);
});

function templateOf(name: string) {
  const { spec } = find('Deployment', name);
  if (spec?.template.spec === undefined) throw new Error(`${name} has no template`);
  return spec.template.spec;
}

test('services, budget and ingress lead to the pods', () => {
  const labelsOf = (name: string) => find('Deployment', name).spec?.template.metadata?.labels;
  for (const name of ['parley', 'parley-nats']) {
    const { spec } = find('Service', name);
    expect(labelsOf(name)).toMatchObject(spec?.selector ?? {});
    const open = templateOf(name).containers.flatMap(({ ports = [] }) => ports.map((port) => port.name));
    expect(open).toEqual(expect.arrayContaining((spec?.ports ?? []).map(({ targetPort }) => targetPort)));
    expect(find('Deployment', name).spec?.selector.matchLabels).toEqual(labelsOf(name));
  }
  const budget = find('PodDisruptionBudget').spec;
  expect(budget?.selector?.matchLabels).toEqual(labelsOf('parley'));
  const backend = find('Ingress').spec?.rules?.[0]?.http?.paths[0]?.backend.service;
  expect(backend).toEqual({
    name: 'parley',
    port: { name: find('Service').spec?.ports?.[0]?.name },
  });
});

test('nodes and migration run one image, without rights, on a root that is read only', () => {
  const job = find('Job', 'parley-migrate').spec?.template.spec;
  const pods = [job, templateOf('parley'), templateOf('parley-nats')];
  for (const pod of pods) {
    expect(pod?.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 });
    expect(pod?.containers[0]?.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  }
  expect(job?.containers[0]?.image).toBe(templateOf('parley').containers[0]?.image);
});

test('probes ask the pages for readiness and liveness', () => {
  const [node] = templateOf('parley').containers;
  expect(node?.readinessProbe?.httpGet?.path).toBe(health.path);
  expect(node?.livenessProbe?.httpGet?.path).toBe(live.path);
  expect(node?.startupProbe?.httpGet?.path).toBe(live.path);
});
