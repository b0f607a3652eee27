import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { registerQueue } from '@parley/contract/endpoints/queues.ts';
import { fetchApiKey } from '@parley/contract/endpoints/server.ts';
import { maintainPartitions } from '@parley/server/engine/log/partitions.ts';
import { startTestServer, type TestServer } from '@parley/test-support/harness.ts';
import { eventually } from '@parley/test-support/eventually.ts';
import { channelOf, say } from '@parley/test-support/talk.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const run = promisify(execFile);
const ROOT = path.resolve(import.meta.dirname, '..');
const METRIC = /\b(?:parley|nodejs|process)_[a-z0-9_]+/g;
/** Names that only look like metrics. */
const OTHER_NAMES = ['parley_move_', 'parley_destination_recipient_limit'];
/** Endings that PromQL adds to the name of a histogram. */
const OF_HISTOGRAM = /_(?:bucket|sum|count)$/;

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.stop());

function read(file: string): string {
  return readFileSync(path.join(ROOT, file), 'utf8');
}

/** Names of metrics in a file, by the file. Code of SQL and paths that begin alike are not in these files. */
function metricsIn(files: readonly string[]): Map<string, string> {
  return new Map(
    files.flatMap((file) => (read(file).match(METRIC) ?? []).map((name) => [name, file] as const)),
  );
}

test('every metric that alerts, dashboard and pages name is in /metrics of a node that works', async () => {
  const ada = await server.user();
  const channelId = await channelOf(server, 'general', [ada]);
  await ada.connection.call(registerQueue, {});
  await say(ada, channelId, 'one');
  const wrong = ada.connection.call(fetchApiKey, { username: ada.email, password: 'wrong' });
  await expect(wrong).rejects.toMatchObject({ status: 401 });
  const { metrics, pool, config } = server.server.world;
  await maintainPartitions(pool, config.logDays);
  const text = await eventually(async () => {
    const now = await metrics.text();
    expect(now).toContain('parley_job_last_success_timestamp_seconds{job="send e-mail"}');
    expect(now).toContain('parley_reader_lag_seconds{');
    return now;
  });
  const served = new Set(Array.from(text.matchAll(/^([a-z0-9_]+)(?:\{| )/gm), ([, name]) => name));
  const pages = globSync('{deploy/prometheus/*,deploy/grafana/*,docs/**/*.md}', { cwd: ROOT });
  const named = metricsIn(pages.filter((page) => !page.startsWith('docs/laboratory')));
  const missing = [...named].filter(
    ([name]) =>
      !OTHER_NAMES.includes(name) && !served.has(name) && !served.has(name.replace(OF_HISTOGRAM, '_bucket')),
  );
  expect(missing).toEqual([]);
  expect(named.size).toBeGreaterThan(30);
  expect(text).toMatch(/^parley_build_info\{version="[^"]+",node="v\d+[^"]*"\} 1$/m);
  expect(text).toMatch(/^parley_log_partitions_ahead 14$/m);
});

test('promtool accepts the alerts, and they fire when they should', async () => {
  const directory = path.join(ROOT, 'deploy/prometheus');
  const { stdout } = await run('promtool', ['test', 'rules', 'alerts.test.yml'], { cwd: directory });
  expect(stdout).toContain('SUCCESS');
});
