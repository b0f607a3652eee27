import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { startChild, type Child } from './child.ts';
import type { ClusterNode } from './node.ts';

const EXAMPLE = path.join(import.meta.dirname, '../../deploy/haproxy.cfg');

/** HAProxy with the configuration from the documentation and the addresses of this cluster. */
export async function startBalancer(
  directory: string,
  port: number,
  nodes: readonly Pick<ClusterNode, 'address' | 'port'>[],
  host: string,
): Promise<Child> {
  const example = await readFile(EXAMPLE, 'utf8');
  const lines = example
    // Each connection takes two of the 20,000 descriptors that many machines allow.
    .replace('maxconn 20000', 'maxconn 9000')
    .replace('bind :80', `bind 127.0.0.1:${port}`)
    .replace('chat.example.org', host)
    .split('\n')
    .flatMap((line) => withServers(line, nodes));
  const file = path.join(directory, 'haproxy.cfg');
  await writeFile(file, lines.join('\n'));
  const binary = execFileSync('sh', ['-c', 'command -v haproxy || echo /usr/sbin/haproxy'], {
    encoding: 'utf8',
  }).trim();
  return startChild(binary, ['-f', file, '-db']);
}

/** Replaces the first server of a backend by the nodes of this cluster, and drops the others. */
function withServers(line: string, nodes: readonly Pick<ClusterNode, 'address' | 'port'>[]): string[] {
  const [, name, options = ''] = /^ {2}server (node\d+) \S+(.*)$/.exec(line) ?? [];
  if (name === undefined) return [line];
  if (name !== 'node1') return [];
  return nodes.map(
    ({ address, port }, n) =>
      `  server node${n + 1} ${address}:${port}${options.replace('node1', `node${n + 1}`)}`,
  );
}
