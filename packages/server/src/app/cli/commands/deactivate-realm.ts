import { Command } from 'commander';
import { deactivateRealm } from '../../../organization/realm/deactivate-realm.ts';
import { realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function deactivateRealmCommand(): Command {
  return new Command('deactivate')
    .description('deactivate an organization; no data is deleted')
    .argument('<subdomain>', "subdomain of the organization, or 'root'")
    .action((argument: string) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, argument);
        await world.write(realm.id, (tx) => deactivateRealm(tx, null, world.clock.now()));
        print(`${realm.name} is deactivated. To undo this, run: parley realm reactivate ${argument}`);
      }),
    );
}
