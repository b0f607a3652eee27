import { execFileSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { haproxyConfiguration } from '@parley/server/app/cli/balancer/haproxy.ts';
import { startChild, type Child } from './child.ts';
import type { ClusterNode } from './node.ts';

/** Each connection takes two of the 20,000 descriptors that many machines allow. */
const MAX_CONNECTIONS = 9_000;

/** HAProxy with the configuration that operators get, and the addresses of this cluster. */
export async function startBalancer(
  directory: string,
  port: number,
  nodes: readonly Pick<ClusterNode, 'address' | 'port'>[],
  host: string,
): Promise<Child> {
  const configuration = haproxyConfiguration({
    bind: `127.0.0.1:${port}`,
    host,
    nodes: nodes.map((node) => `${node.address}:${node.port}`),
    maxConnections: MAX_CONNECTIONS,
  });
  return startHaproxy(directory, configuration);
}

export async function startHaproxy(directory: string, configuration: string): Promise<Child> {
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(file, configuration);
  const binary = execFileSync('sh', ['-c', 'command -v haproxy || echo /usr/sbin/haproxy'], {
    encoding: 'utf8',
  }).trim();
  return startChild(binary, ['-f', file, '-db']);
}
