import { Command } from 'commander';
import { haproxyConfiguration } from '../balancer/haproxy.ts';
import { CommandError } from '../explain.ts';
import { print } from '../print.ts';

type HaproxyOptions = {
  readonly instances: string;
  readonly firstPort: string;
  readonly node: readonly string[];
  readonly bind: string;
  readonly host: string;
  readonly nameServer?: string;
  readonly behindProxy?: boolean;
};

export function haproxyCommand(): Command {
  return new Command('haproxy')
    .description('print the configuration of HAProxy for several instances or nodes')
    .option('--instances <number>', 'instances on this machine', '2')
    .option('--first-port <port>', 'port of the first instance; the others follow', '9801')
    .option('--node <address:port...>', 'nodes on other machines, instead of instances', [])
    .option(
      '--name-server <address:port>',
      'asks for the addresses of nodes again and again, as containers need',
    )
    .option('--behind-proxy', 'a proxy in front of the balancer tells the addresses of clients')
    .option('--bind <address:port>', 'where the balancer listens', ':80')
    .requiredOption('--host <name>', 'host name of an organization, for health checks')
    .action(({ instances, firstPort, node, ...balancer }: HaproxyOptions) => {
      const nodes = node.length > 0 ? node : instancesOf(Number(instances), Number(firstPort));
      print(haproxyConfiguration({ ...balancer, nodes }).trimEnd());
    });
}

const MAX_PORT = 65_535;

function instancesOf(count: number, firstPort: number): string[] {
  if (!Number.isInteger(count) || count < 1)
    throw new CommandError('--instances: a number from 1 on is expected.');
  if (!Number.isInteger(firstPort) || firstPort < 1 || firstPort + count - 1 > MAX_PORT)
    throw new CommandError(`--first-port: ports from 1 to ${MAX_PORT} are expected.`);
  return Array.from({ length: count }, (_, n) => `127.0.0.1:${firstPort + n}`);
}
