import { createManualClock } from '@parley/test-support/memory-stores.ts';
import { DatabaseError } from 'pg';
import { pino } from 'pino';
import { expect, test } from 'vitest';
import { ApiError } from '../api-error.ts';
import { StoreUnavailableError } from '../files/errors.ts';
import { faultOf } from './fault.ts';
import { createFaults } from './faults.ts';

function databaseError(code: string): Error {
  return Object.assign(new DatabaseError(`refused by ${code}`, 0, 'error'), { code });
}

function systemError(code: string, syscall: string): Error {
  return Object.assign(new Error(`${code}: ${syscall}`), { code, syscall });
}

test.each([
  [databaseError('53100'), 'database disk_full fatal'],
  [databaseError('58030'), 'database io_error fatal'],
  [databaseError('XX001'), 'database corruption fatal'],
  [databaseError('25006'), 'database read_only fatal'],
  [databaseError('53300'), 'database connections error'],
  [databaseError('53200'), 'database resources error'],
  [databaseError('XX000'), 'database internal error'],
  [databaseError('57014'), 'database timeout warn'],
  [databaseError('55P03'), 'database conflict warn'],
  [databaseError('PL001'), 'database conflict warn'],
  [databaseError('57P01'), 'database connection warn'],
  [systemError('ECONNREFUSED', 'connect'), 'database connection warn'],
  [systemError('ENOENT', 'connect'), 'database connection warn'],
  [new Error('Query read timeout'), 'database timeout warn'],
  [new AggregateError([systemError('ECONNREFUSED', 'connect')]), 'database connection warn'],
  [new StoreUnavailableError(systemError('ENOSPC', 'write')), 'files disk_full fatal'],
  [new StoreUnavailableError(systemError('ENOENT', 'mkdir')), 'files missing fatal'],
  [new StoreUnavailableError(Object.assign(new Error(), { name: 'NoSuchBucket' })), 'files missing fatal'],
  [new StoreUnavailableError(systemError('ECONNREFUSED', 'connect')), 'files unreachable error'],
  [systemError('ENOENT', 'open'), ''],
  [databaseError('42P01'), ''],
  [new ApiError('UNAVAILABLE', 'Try again soon.'), ''],
  [new TypeError('a mistake'), ''],
])('%s is the fault "%s"', (error, expected) => {
  const { source, kind, level } = faultOf(error) ?? {};
  expect([source, kind, level].join(' ').trim()).toBe(expected);
});

type Line = { level: number; msg: string; count?: number; operations?: string[]; kind?: string };

function watch() {
  const clock = createManualClock();
  const lines: Line[] = [];
  const counted: string[] = [];
  const log = pino({ level: 'info' }, { write: (text: string) => void lines.push(JSON.parse(text) as Line) });
  const faults = createFaults(clock, log, ({ source, kind }) => counted.push(`${source} ${kind}`));
  return { clock, lines, counted, faults };
}

test('a fault is logged at once, and then once a minute with its count and operations', async () => {
  const { clock, lines, counted, faults } = watch();
  for (let n = 0; n < 41; n += 1) faults.report(databaseError('53100'), 'send-message');
  faults.warn(databaseError('53100'), 'index messages');
  expect(lines).toMatchObject([{ level: 60, kind: 'disk_full', count: 1, operations: ['send-message'] }]);
  await clock.advance(60_000);
  expect(lines.slice(1)).toMatchObject([{ count: 41, operations: ['send-message', 'index messages'] }]);
  expect(JSON.stringify(lines)).not.toContain('stack');
  expect(counted).toHaveLength(42);
  await clock.advance(300_000);
  expect(lines).toHaveLength(2);
  faults.report(databaseError('53100'), 'send-message');
  expect(lines).toHaveLength(3);
});

test('an outage of PostgreSQL is logged in two lines, whatever fails during it', async () => {
  const { clock, lines, counted, faults } = watch();
  const lost = new Error('Connection terminated unexpectedly');
  for (let n = 0; n < 12; n += 1) faults.warn(lost, 'keep connections');
  for (let second = 0; second < 18; second += 1) {
    const refused = systemError('ECONNREFUSED', 'connect');
    faults.outage.failed(refused);
    for (let n = 0; n < 10; n += 1) faults.warn(refused, 'send scheduled messages');
    await clock.advance(1_000);
  }
  faults.outage.ended();
  await clock.advance(120_000);
  expect(lines.map(({ level, msg }) => [level, msg])).toEqual([
    [50, 'PostgreSQL is away'],
    [30, 'PostgreSQL is back after 18 s'],
  ]);
  expect(counted).toHaveLength(12 + 180);
});

test('connections that are lost without an outage are logged in one line', async () => {
  const { clock, lines, faults } = watch();
  const lost = new Error('Connection terminated unexpectedly');
  for (let n = 0; n < 12; n += 1) faults.warn(lost, 'keep connections');
  await clock.advance(10_000);
  expect(lines).toMatchObject([{ level: 40, kind: 'connection', count: 12 }]);
});

test('a PostgreSQL that comes and goes adds at most two lines in ten seconds', async () => {
  const { clock, lines, faults } = watch();
  for (let n = 0; n < 100; n += 1) {
    faults.outage.failed(systemError('ECONNREFUSED', 'connect'));
    await clock.advance(100);
    faults.outage.ended();
    await clock.advance(100);
  }
  expect(lines.length).toBeLessThanOrEqual(6);
});

test('an unexpected error keeps its stack, once a minute', async () => {
  const { clock, lines, faults } = watch();
  for (let n = 0; n < 500; n += 1) faults.report(new TypeError('a mistake'), 'get-own-user');
  expect(lines).toMatchObject([{ level: 50, msg: 'unhandled error in request', err: { type: 'TypeError' } }]);
  await clock.advance(60_000);
  expect(lines[1]?.count).toBe(499);
});

test('errors that differ in each line share lines above a number', () => {
  const { lines, faults } = watch();
  for (let n = 0; n < 1_000; n += 1) faults.report(new TypeError(`mistake ${n}`), 'get-own-user');
  expect(lines.length).toBeLessThanOrEqual(201);
});
