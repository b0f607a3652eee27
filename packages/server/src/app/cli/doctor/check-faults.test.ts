import { expect, test } from 'vitest';
import { judgeConnections } from './check-connections.ts';
import { judgeFaults } from './check-faults.ts';

const NOW = 1_800_000_000;

test.each([
  ['none', [], 'passed'],
  [
    'a full disk a minute ago',
    [{ source: 'database', kind: 'disk_full', count: 41, at: NOW - 60 }],
    'failed',
  ],
  ['a lost connection', [{ source: 'database', kind: 'connection', count: 1, at: NOW - 60 }], 'warning'],
  [
    'a full disk of files yesterday',
    [{ source: 'files', kind: 'disk_full', count: 3, at: NOW - 86_400 }],
    'passed',
  ],
] as const)('faults of the node, %s: %s', (_name, faults, status) => {
  expect(judgeFaults(faults, NOW).status).toBe(status);
});

test.each([
  ['one node that does not run', [], 17, 'passed', '1 node takes at most 17 of 97'],
  ['five nodes', [17, 17, 17, 17, 17], 17, 'passed', '5 nodes take at most 85 of 97'],
  ['few connections to spare', [47, 47], 47, 'warning', '2 nodes take at most 94 of 97'],
  ['six nodes', [17, 17, 17, 17, 17, 17], 17, 'failed', '6 nodes take at most 102 of 97'],
] as const)('connections of %s are compared with max_connections', (_name, running, own, status, found) => {
  const result = judgeConnections(running, own, { max: 100, reserved: 3, used: 9 });
  expect(result).toMatchObject({ status, found: `${found}, 9 are open` });
});
