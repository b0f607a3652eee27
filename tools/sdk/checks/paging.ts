import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import path from 'node:path';
import { run } from '../programs.ts';
import type { Project } from '../project.ts';
import type { CheckServer } from '../check-server.ts';

const MESSAGES = 25;

const PROGRAM = path.join(import.meta.dirname, '../paging.js');

/** History is read in both directions, and each page is fetched on demand. */
export async function historyPages({ directory }: Project, { here }: CheckServer): Promise<string> {
  const { client, ...account } = await here.user('Ada of the archive');
  await client.subscribe({ subscriptions: [{ name: 'archive' }] });
  const words = Array.from({ length: MESSAGES }, (_, n) => `*word* ${n}`);
  for (const content of words)
    await client.sendMessage({ type: 'channel', to: 'archive', topic: 'long', content });
  copyFileSync(PROGRAM, path.join(directory, 'paging.js'));
  const ACCOUNT = JSON.stringify(account);
  assert.deepEqual(JSON.parse(await run([process.execPath, 'paging.js'], directory, { ACCOUNT })), {
    older: { contents: words.toReversed(), requests: 3 },
    newer: { contents: words, requests: 3 },
    behind: { contents: words.slice(3, 5), requests: 1 },
    before: { contents: words.slice(0, 2).toReversed(), requests: 1 },
    few: { contents: words.slice(-10).toReversed(), requests: 1 },
    html: ['<p><em>word</em> 24</p>'],
    none: { contents: [], requests: 1 },
  });
  return `${MESSAGES} messages, both directions`;
}
