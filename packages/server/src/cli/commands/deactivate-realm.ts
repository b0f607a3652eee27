import { Command } from 'commander';
import { q, sql } from '../../db/sql.ts';
import type { Tx } from '../../db/tx.ts';
import { everyone } from '../../log/audience.ts';
import { realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';

export const deactivateRealmCommand = (): Command =>
  new Command('deactivate')
    .description('close an organization; nothing is deleted')
    .argument('<subdomain>', "its subdomain, or 'root'")
    .action((argument: string) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, argument);
        await world.write(realm.id, deactivateRealm);
        say(`${realm.name} is deactivated. To bring it back: parley realm reactivate ${argument}`);
      }),
    );

const deactivateRealm = async (tx: Tx): Promise<void> => {
  const changed = await tx.all(
    q
      .updateTable('realm')
      .set({ deactivated_at: sql`now()` })
      .where('id', '=', tx.realmId)
      .where('deactivated_at', 'is', null)
      .returning('id'),
  );
  if (changed.length > 0) tx.emit(everyone, { type: 'realm', op: 'deactivated', realm_id: tx.realmId });
};
