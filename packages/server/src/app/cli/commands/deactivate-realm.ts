import { Command } from 'commander';
import { deactivateRealm } from '../../../organization/realm/deactivate-realm.ts';
import { realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export function deactivateRealmCommand(): Command {
  return new Command('deactivate')
    .description('close an organization; nothing is deleted')
    .argument('<subdomain>', "its subdomain, or 'root'")
    .action((argument: string) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, argument);
        await world.write(realm.id, (tx) => deactivateRealm(tx, null, world.clock.now()));
        say(`${realm.name} is deactivated. To bring it back: parley realm reactivate ${argument}`);
      }),
    );
}
