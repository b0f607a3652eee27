import { extraEmoji } from '@parley/markdown/emoji';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

test('the emoji data lists the names of each emoji, the canonical one first', async () => {
  const answer = await raw(server, '/static/emoji/emoji_api.json');
  expect(answer.status).toBe(200);
  expect(answer.headers['content-type']).toBe('application/json');
  expect(answer.headers['cache-control']).toBe('public, max-age=86400');
  const data = answer.json();
  expect(Object.keys(data)).toEqual(['code_to_names']);
  const names = data['code_to_names'] as Record<string, string[]>;
  expect(Object.keys(names).length).toBeGreaterThan(1500);
  expect(names['1f44d']?.[0]).toBe('+1');
  for (const [code, [canonical]] of Object.entries(names)) {
    expect(code).toMatch(/^[0-9a-f]{4,6}(-[0-9a-f]{4,6})*$/);
    expect(canonical).toMatch(/^[a-z0-9_+-]+$/);
  }
});

test('emoji outside Unicode have pictures', async () => {
  for (const path of extraEmoji.values())
    expect((await raw(server, path)).headers['content-type']).toBe('image/png');
});
