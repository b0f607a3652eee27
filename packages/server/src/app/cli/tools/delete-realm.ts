import { Option, type Command } from 'commander';
import { hasHolds } from '../../../chat/holds/held.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { deleteRealm, listDeletions, type RealmDeletion } from '../../portability/delete-realm.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { nameOfSubdomain, realmNamed } from '../find.ts';
import type { Row } from '../output.ts';
import { SUBDOMAIN } from './parts.ts';

export function deleteRealmCommand(): Command {
  return define<{ readonly yes?: string }>({
    name: 'delete',
    description: 'delete a deactivated organization for good: users, messages, files, everything',
    arguments: [SUBDOMAIN],
    options: [new Option('--yes <name>', 'the display name of the organization, to confirm')],
    run: async (world, [name = ''], { yes }) => {
      const realm = await realmNamed(world.pool, name);
      check(realm, yes);
      if (await hasHolds(world.pool, realm.id))
        throw new CommandError(
          `${realm.name} has users or channels on hold. Release them first: parley hold list --realm ${nameOfSubdomain(realm.subdomain)}`,
        );
      const deletion = await deleteRealm(world, realm.id);
      if (deletion === undefined) throw new CommandError(`${realm.name} is being deleted, or active again.`);
      return {
        fields: present(deletion),
        text: 'Backups keep what they have: parley realm deletions lists what to remove again after a restore.',
      };
    },
  });
}

export function deletionsCommand(): Command {
  return define({
    name: 'deletions',
    description: 'list deleted organizations, and until when backups have them',
    run: async (world) => ({ rows: (await listDeletions(world)).map(present) }),
  });
}

function present({ subdomain, name, rows, files, deletedAt, lastBackupAt }: RealmDeletion): Row {
  return {
    subdomain: nameOfSubdomain(subdomain),
    name,
    'deleted rows': rows,
    'deleted files': files,
    deleted: new Date(deletedAt),
    'last backup with it': lastBackupAt === null ? null : new Date(lastBackupAt),
  };
}

function check({ name, subdomain, deactivated_at }: RealmRow, confirmed: string | undefined): void {
  if (deactivated_at === null)
    throw new CommandError(
      `${name} is active. Deactivate it first, and wait until nobody misses it: parley realm deactivate ${nameOfSubdomain(subdomain)}`,
    );
  if (confirmed !== name)
    throw new CommandError(`This cannot be undone. Make a backup, and confirm the name: --yes "${name}"`);
}
