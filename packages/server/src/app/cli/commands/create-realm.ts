import { Command } from 'commander';
import { enterCell } from '../../../engine/db/cell.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { createRealm } from '../../../organization/realm/create-realm.ts';
import { createFirstChannels } from '../../../organization/realm/first-channels.ts';
import { subdomainNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function createRealmCommand(): Command {
  return new Command('create')
    .description('create an organization')
    .argument('<subdomain>', "subdomain of the organization, or 'root' for the bare domain")
    .requiredOption('--name <name>', 'display name of the organization')
    .action((argument: string, { name }: { name: string }) =>
      withWorld(async (world) => {
        const subdomain = subdomainNamed(argument);
        await enterCell(world.pool, world.config);
        const id = await createRealm(world.pool, { subdomain, name });
        await world.write(id, (tx) => {
          tx.record({
            action: 'organization.created',
            object: { type: 'organization' },
            after: { name, subdomain },
          });
          return createFirstChannels(tx);
        });
        print(`Created ${name}: ${urlOf(world.config.hosts, subdomain)}`);
        print(`Create its owner: parley user create --realm ${argument} --role owner --email … --name …`);
      }),
    );
}
