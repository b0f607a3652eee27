import { startTestServer } from '@parley/test-support/harness.ts';
import { expect, test } from 'vitest';

test('security.txt names the contact of the operator, or does not exist', async () => {
  const securityContact = 'mailto:security@example.org';
  const server = await startTestServer((config) => ({ ...config, securityContact }));
  const silent = await startTestServer();
  const answer = await fetch(`${server.url}/.well-known/security.txt`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
  expect(text).toMatch(/^Contact: mailto:security@example\.org\nExpires: \d{4}-\d\d-\d\dT00:00:00\.000Z\n$/);
  expect((await fetch(`${silent.url}/.well-known/security.txt`)).status).toBe(404);
  await server.stop();
  await silent.stop();
});
