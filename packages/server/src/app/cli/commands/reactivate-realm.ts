import { Command } from 'commander';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { isBeingImported } from '../../portability/import-realm.ts';
import { CommandError } from '../explain.ts';
import { realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { withWorld } from '../with-world.ts';

export function reactivateRealmCommand(): Command {
  return new Command('reactivate')
    .description('reactivate a deactivated organization')
    .argument('<subdomain>', "subdomain of the organization, or 'root'")
    .action((argument: string) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, argument);
        if (await isBeingImported(world.pool, realm.subdomain))
          throw new CommandError(`${realm.name} is not complete. Run the import again: parley realm import`);
        await world.write(realm.id, reactivateRealm);
        print(`${realm.name} is active. Its users keep their accounts and API keys.`);
      }),
    );
}

/** Emits no event, because a deactivated organization has no connected clients. */
async function reactivateRealm(tx: Tx): Promise<void> {
  tx.record({ action: 'organization.reactivated', object: { type: 'organization' } });
  await tx.all(
    q
      .updateTable('realm')
      .set({ deactivated_at: null, scheduled_deletion_at: null })
      .where('id', '=', tx.realmId),
  );
}
