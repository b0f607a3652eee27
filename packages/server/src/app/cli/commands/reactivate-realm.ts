import { Command } from 'commander';
import { q } from '../../../engine/db/sql.ts';
import type { Tx } from '../../../engine/db/tx.ts';
import { realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export function reactivateRealmCommand(): Command {
  return new Command('reactivate')
    .description('bring a deactivated organization back')
    .argument('<subdomain>', "its subdomain, or 'root'")
    .action((argument: string) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, argument);
        await world.write(realm.id, reactivateRealm);
        say(`${realm.name} is active. Its users keep their accounts and keys.`);
      }),
    );
}

/** Nobody of a deactivated organization can be listening, so there is no event to tell of it. */
async function reactivateRealm(tx: Tx): Promise<void> {
  await tx.all(
    q
      .updateTable('realm')
      .set({ deactivated_at: null, scheduled_deletion_at: null })
      .where('id', '=', tx.realmId),
  );
}
