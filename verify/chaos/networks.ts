import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import type { Network } from '../cluster/node.ts';

/** A network namespace for each node, connected by a bridge. */
export type Networks = {
  /** Address of the host as the nodes see it. */
  readonly gateway: string;
  of(node: number): Network;
  /** Disconnects a node or reconnects it: packets are dropped without notice to either side. */
  readonly plug: (node: number, isIn: boolean) => void;
  remove(): void;
};

function ip(...args: readonly string[]): void {
  execFileSync('ip', args, { stdio: ['ignore', 'ignore', 'pipe'] });
}

/** Creating namespaces needs root; undefined where that is not possible. */
export function createNetworks(nodes: number): Networks | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [a = 0, b = 0] = randomBytes(2);
  const tag = randomBytes(3).toString('hex');
  // From the range reserved for benchmarks (RFC 2544).
  const subnet = `198.${18 + (a % 2)}.${b}`;
  const bridge = `parley${tag}`;
  const spaceOf = (node: number): string => `parley-${tag}-${node + 1}`;
  const portOf = (node: number): string => `p${tag}n${node + 1}`;
  const addressOf = (node: number): string => `${subnet}.${node + 10}`;
  const all = Array.from({ length: nodes }, (_, node) => node);
  const remove = (): void => {
    for (const node of all) quietly('netns', 'del', spaceOf(node));
    quietly('link', 'del', bridge);
  };
  try {
    ip('link', 'add', bridge, 'type', 'bridge');
    ip('addr', 'add', `${subnet}.1/24`, 'dev', bridge);
    ip('link', 'set', bridge, 'up');
    for (const node of all) {
      const space = spaceOf(node);
      ip('netns', 'add', space);
      ip('link', 'add', portOf(node), 'type', 'veth', 'peer', 'name', 'eth0', 'netns', space);
      ip('link', 'set', portOf(node), 'master', bridge, 'up');
      ip('-n', space, 'addr', 'add', `${addressOf(node)}/24`, 'dev', 'eth0');
      for (const device of ['eth0', 'lo']) ip('-n', space, 'link', 'set', device, 'up');
    }
  } catch {
    remove();
    return undefined;
  }
  return {
    gateway: `${subnet}.1`,
    of: (node) => ({
      address: addressOf(node),
      gateway: `${subnet}.1`,
      enter: ['ip', 'netns', 'exec', spaceOf(node)],
    }),
    plug: (node, isIn) => ip('link', 'set', portOf(node), ...(isIn ? ['master', bridge] : ['nomaster'])),
    remove,
  };
}

/** Ignores errors, because the namespace may not exist. */
function quietly(...args: readonly string[]): void {
  try {
    ip(...args);
  } catch {
    // Does not exist.
  }
}
