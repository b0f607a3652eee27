import { expect, test } from 'vitest';
import { complaintsOf, type Expectation, type Observation } from './judge.ts';

const EXPECTED: Expectation = {
  user: 503,
  log: /"level":60.*disk_full/,
  health: 503,
  metric: /disk_full"\} [1-9]/,
  doctor: /✗ writes/,
};

const TOLD: Observation = {
  user: [200, 503],
  log: ['{"level":60,"kind":"disk_full","msg":"the disk of PostgreSQL is full"}'],
  seconds: 5,
  health: 503,
  metrics: 'parley_faults_total{source="database",kind="disk_full"} 3',
  doctor: '✗ writes  could not extend file',
};

test('a fault that everybody is told of has no complaint', () => {
  expect(complaintsOf(TOLD, EXPECTED)).toEqual([]);
});

test.each([
  ['a user who notices nothing', { user: [200] }],
  ['an empty log', { log: [] }],
  ['a log line of another level', { log: ['{"level":40,"kind":"disk_full"}'] }],
  ['a stack', { log: [...TOLD.log, '{"level":40,"err":{"stack":"Error at"}}'] }],
  ['a log that grows', { log: Array.from({ length: 100 }, () => TOLD.log[0] ?? '') }],
  ['a green health check', { health: 200 }],
  ['a metric at zero', { metrics: 'parley_faults_total{source="database",kind="disk_full"} 0' }],
  ['a content doctor', { doctor: 'All checks passed.' }],
] satisfies [string, Partial<Observation>][])('%s is a complaint', (_name, change) => {
  expect(complaintsOf({ ...TOLD, ...change }, EXPECTED)).toHaveLength(1);
});
