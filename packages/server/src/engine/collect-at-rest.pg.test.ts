import { readFileSync } from 'node:fs';
import { freePort } from '@parley/test-support/free-port.ts';
import { layGround } from '@parley/test-support/process/ground.ts';
import { startServerProcess } from '@parley/test-support/process/server-process.ts';
import { expect, test } from 'vitest';

function residentMegabytes(pid: number): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1_024;
}

test('a node at rest returns the memory of its start', async () => {
  const ground = await layGround();
  const node = await startServerProcess(ground.environment, await freePort());
  try {
    const atStart = residentMegabytes(node.pid);
    await expect
      .poll(() => residentMegabytes(node.pid), { timeout: 90_000, interval: 500 })
      .toBeLessThan(atStart - 15);
  } finally {
    await node.kill();
    await ground.clear();
  }
});
