import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startConfinedProcess } from './confined-process.ts';

test('a confined process has no files, processes, threads, secrets or large memory', async () => {
  const child = startConfinedProcess(fileURLToPath(new URL('./confined-probe.ts', import.meta.url)));
  const exited = once(child, 'exit');
  const environment = await readFile(`/proc/${child.pid}/environ`, 'utf8');
  expect(environment).not.toContain('HOME=');
  const [report] = await Promise.race([once(child, 'message'), exited]);
  expect(report).toEqual({
    readsOtherFiles: 'ERR_ACCESS_DENIED',
    writesFiles: 'ERR_ACCESS_DENIED',
    startsProcesses: 'ERR_ACCESS_DENIED',
    startsThreads: 'ERR_ACCESS_DENIED',
    allocatesMemory: 'ERR_MEMORY_ALLOCATION_FAILED',
  });
  child.kill();
  await exited;
});
