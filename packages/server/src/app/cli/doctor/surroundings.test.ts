import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { freePort } from '@parley/test-support/free-port.ts';
import { startS3 } from '@parley/test-support/own-s3.ts';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../../engine/config.ts';
import { prepareFiles } from '../../../engine/files/prepare.ts';
import { checkFiles } from './check-files.ts';
import { checkNames } from './check-names.ts';
import { checkOtherPorts } from './check-port.ts';
import { checkSignOn } from './check-provider.ts';
import { checkPublicUrl } from './check-public-url.ts';

const SECRET = '0123456789abcdefghijklmnopqrstuvwxyz';
let directory: string;

beforeAll(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'parley-doctor-'));
});
afterAll(() => rm(directory, { recursive: true }));

function configWith(settings: Record<string, string>) {
  return readConfig({ PARLEY_SECRET: SECRET, ...settings });
}

/** Another program at a port of this machine; returns the port. */
async function startOther(): Promise<number> {
  const other = createServer((_, response) => response.end('welcome'));
  const port = await freePort();
  other.listen(port, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => void other.close());
  return port;
}

test('a setting with a wrong name is named, with the one that was meant', () => {
  expect(checkNames({ PARLEY_SECRET: SECRET })).toMatchObject({ status: 'passed' });
  expect(checkNames({ PARLEY_SMPT_URL: 'x', PARLEY_RATE_LIMIT: '1', PARLEY_WHATEVER_ELSE: '1' })).toEqual({
    status: 'warning',
    subject: 'settings',
    found: 'PARLEY_SMPT_URL, PARLEY_RATE_LIMIT, PARLEY_WHATEVER_ELSE have no effect',
    fix: 'PARLEY_SMPT_URL: did you mean PARLEY_SMTP_URL? PARLEY_RATE_LIMIT: did you mean PARLEY_RATE_LIMITS? Remove PARLEY_WHATEVER_ELSE.',
  });
});

test('a file directory that cannot be created fails, a missing one is reported and not created', async () => {
  const [impossible] = await checkFiles(configWith({ PARLEY_FILES: '/proc/nonexistent' }));
  expect(impossible).toMatchObject({
    status: 'failed',
    fix: expect.stringContaining('Correct PARLEY_FILES'),
  });
  const missing = configWith({ PARLEY_FILES: path.join(directory, 'missing/files') });
  expect(await checkFiles(missing)).toMatchObject([
    { status: 'warning', found: expect.stringContaining('kept does not exist') },
  ]);
  expect(await readdir(directory)).toEqual([]);
});

test('the file directory is written to, and its free space is shown', async () => {
  const config = configWith({ PARLEY_FILES: path.join(directory, 'files') });
  await prepareFiles(config.files, () => Promise.resolve(false));
  const [found] = await checkFiles(config);
  expect(found?.found).toMatch(/files, [\d.]+ GiB free$/);
  expect((await readdir(config.files.directory)).toSorted()).toEqual(['incoming', 'kept']);
});

test('a bucket is written to and read', async () => {
  const s3 = await startS3();
  onTestFinished(() => s3.stop());
  const { files } = configWith({ PARLEY_FILES: directory });
  const [, found] = await checkFiles({ files: { ...files, s3: s3.settings } });
  expect(found).toMatchObject({ subject: 'bucket', status: 'passed' });
  const [, dead] = await checkFiles({
    files: { ...files, s3: { ...s3.settings, endpoint: 'http://127.0.0.1:9' } },
  });
  expect(dead).toMatchObject({ status: 'failed', found: expect.stringContaining('ECONNREFUSED') });
});

test('a sign-on provider that does not respond fails', async () => {
  const config = configWith({
    PARLEY_OIDC_ISSUER: 'http://127.0.0.1:9',
    PARLEY_OIDC_CLIENT_ID: 'parley',
    PARLEY_OIDC_CLIENT_SECRET: 'x',
  });
  expect(await checkSignOn(config)).toMatchObject({
    status: 'failed',
    found: expect.stringContaining('http://127.0.0.1:9: '),
    fix: expect.stringContaining('PARLEY_OIDC_ISSUER'),
  });
});

test('a public address that another program serves is reported', async () => {
  const port = await startOther();
  const at = (host: string) => configWith({ PARLEY_EXTERNAL_HOST: host, PARLEY_URL_SCHEME: 'http' });
  expect(await checkPublicUrl(at(`127.0.0.1:${port}`))).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('status 200, not from Parley'),
  });
  expect(await checkPublicUrl(at(`127.0.0.1:${await freePort()}`))).toMatchObject({
    status: 'warning',
    found: expect.stringContaining('ECONNREFUSED'),
  });
});

test('a metrics port that another program uses is reported with its own setting', async () => {
  const port = await startOther();
  const results = await checkOtherPorts(configWith({ PARLEY_METRICS_PORT: String(port) }));
  expect(results).toMatchObject([
    { status: 'failed', fix: expect.stringContaining('set PARLEY_METRICS_PORT to a free port') },
  ]);
});
