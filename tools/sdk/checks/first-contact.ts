import assert from 'node:assert/strict';
import { once } from 'node:events';
import { copyFileSync } from 'node:fs';
import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { start, until } from '../programs.ts';
import type { Project } from '../project.ts';
import type { CheckServer } from '../check-server.ts';
import { freePort } from '@parley/test-support/free-port.ts';

const PROGRAM = path.join(import.meta.dirname, '../first-contact.js');
/** Shorter than any retry. */
const AT_ONCE_MS = 15_000;
const MISSING_HOST = 'no-such-host.invalid';

/** A wrong URL ends a bot at once with an error message; an unavailable server is reported and retried. */
export async function wrongUrlIsSaid({ directory }: Project, { here }: CheckServer): Promise<string> {
  copyFileSync(PROGRAM, path.join(directory, 'first-contact.js'));
  const bot = await here.bot('Lost bot', await here.user('Ada of the lost bot'));
  const begin = (url: string) =>
    start([process.execPath, 'first-contact.js'], directory, {
      PARLEY_URL: url,
      PARLEY_EMAIL: bot.email,
      PARLEY_API_KEY: bot.apiKey,
    });
  const site = createServer((_, response) => {
    response.writeHead(404, { 'content-type': 'text/html' }).end('<h1>A shop</h1>');
  }).listen(0, '127.0.0.1');
  await once(site, 'listening');
  const { port } = site.address() as AddressInfo;
  const hasNames = await lookup(MISSING_HOST).catch(({ code }: { code?: string }) => code === 'ENOTFOUND');
  const refused: (readonly [url: string, sentence: string])[] = [
    ['', 'Error: The environment variable PARLEY_URL is not set.'],
    [here.url.replace('http://', ''), `has no scheme: write '${here.url}'.`],
    [`${here.url}/api/v1`, `ends in /api/v1, which the client adds itself: write '${here.url}'.`],
    [`http://127.0.0.1:${port}`, 'answered with status 404, but not as a chat server. Check the url.'],
    ...(hasNames === true
      ? [[`http://${MISSING_HOST}`, 'there is no such host (ENOTFOUND). Check the url.'] as const]
      : []),
  ];
  try {
    for (const [url, sentence] of refused) {
      const begun = performance.now();
      const program = begin(url);
      assert.equal(await program.ended, 3, program.output());
      assert.ok(program.output().includes(sentence), program.output());
      assert.ok(performance.now() - begun < AT_ONCE_MS, `${url} took too long`);
    }
  } finally {
    site.close();
  }
  const nobody = `http://127.0.0.1:${await freePort()}`;
  const waiting = begin(nobody);
  await waiting.says(
    /Cannot reach .* the connection was refused \(ECONNREFUSED\)\. Waiting, and trying again\./,
  );
  await waiting.kill();
  const found = begin(`${here.url}/`);
  await until('it listens', () => (found.output().includes('It listens.') ? true : undefined));
  await found.kill();
  return `${refused.length} wrong addresses${hasNames === true ? '' : ' (no name service here)'}`;
}
