import { Command } from 'commander';
import { urlOf } from '../../../engine/hosts.ts';
import { createRealm } from '../../../organization/realm/create-realm.ts';
import { openFirstChannels } from '../../../organization/realm/first-channels.ts';
import { subdomainNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export function createRealmCommand(): Command {
  return new Command('create')
    .description('make an organization')
    .argument('<subdomain>', "its subdomain, or 'root' for the one at the bare domain")
    .requiredOption('--name <name>', 'its name as users see it')
    .action((argument: string, { name }: { name: string }) =>
      withWorld(async (world) => {
        const subdomain = subdomainNamed(argument);
        const id = await createRealm(world.pool, { subdomain, name });
        await world.write(id, openFirstChannels);
        say(`${name} is at ${urlOf(world.config.hosts, subdomain)}`);
        say(`Give it an owner: parley user create --realm ${argument} --role owner --email … --name …`);
      }),
    );
}
