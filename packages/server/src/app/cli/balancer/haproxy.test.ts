import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createProgram } from '../program.ts';
import { haproxyConfiguration } from './haproxy.ts';

const DEPLOY = new URL('../../../../../../deploy/', import.meta.url);

test('the example is the configuration of three nodes', () => {
  const nodes = ['10.0.0.11:9800', '10.0.0.12:9800', '10.0.0.13:9800'];
  expect(readFileSync(new URL('haproxy.cfg', DEPLOY), 'utf8')).toBe(
    haproxyConfiguration({ bind: ':80', host: 'chat.example.org', nodes }),
  );
});

test('the balancer of the containers finds up to eight of them by name', () => {
  const nodes = Array.from({ length: 8 }, (_, n) => `parley-parley-${n + 1}:9800`);
  expect(readFileSync(new URL('haproxy-compose.cfg', DEPLOY), 'utf8')).toBe(
    haproxyConfiguration({
      bind: ':9800',
      host: '"${PARLEY_EXTERNAL_HOST}"',
      nodes,
      nameServer: '127.0.0.11:53',
      behindProxy: true,
    }),
  );
});

test.each([
  [['--instances', '0'], /--instances/],
  [['--instances', 'many'], /--instances/],
  [['--first-port', '65535'], /--first-port/],
])('%j is refused', async (options, message) => {
  const parsing = createProgram().parseAsync(
    ['balancer', 'haproxy', '--host', 'chat.example.org', ...options],
    { from: 'user' },
  );
  await expect(parsing).rejects.toThrow(message);
});
