import { Option, type Command } from 'commander';
import { deleteUser } from '../../portability/delete-user.ts';
import { exportUser } from '../../portability/export-user.ts';
import { define } from '../define.ts';
import { CommandError } from '../explain.ts';
import { realmNamed, userAt } from '../find.ts';
import { EMAIL, realmOption, type InRealm } from './parts.ts';

export function exportUserCommand(): Command {
  return define<InRealm & { readonly to: string }>({
    name: 'export',
    description: 'write everything that is stored about a person to a new directory, as JSON and as a page',
    arguments: [EMAIL],
    options: [realmOption(), new Option('--to <directory>', 'new directory').makeOptionMandatory()],
    run: async (world, [email = ''], { realm, to }) => {
      const user = await userAt(world.pool, await realmNamed(world.pool, realm), email);
      const { rows, files, missing } = await exportUser(world, user, to);
      await world.write(user.realm_id, async (tx) => {
        tx.record({
          action: 'export.completed',
          object: { type: 'user', id: user.id },
          after: { content: 'own data' },
        });
      });
      return {
        fields: { name: user.full_name, rows, files, 'missing files': missing },
        isFailure: missing > 0,
      };
    },
  });
}

type DeleteOptions = InRealm & { readonly yes?: string; readonly messages?: boolean };

export function deleteUserCommand(): Command {
  return define<DeleteOptions>({
    name: 'delete',
    description: 'delete a user for good: a placeholder without name, address and personal data remains',
    arguments: [EMAIL],
    options: [
      realmOption(),
      new Option(
        '--messages',
        'delete the messages of the user, too; they stay with the placeholder otherwise',
      ),
      new Option('--yes <email>', 'the e-mail address again, to confirm'),
    ],
    run: async (world, [email = ''], { realm, yes, messages = false }) => {
      const user = await userAt(world.pool, await realmNamed(world.pool, realm), email);
      if (yes?.toLowerCase() !== user.delivery_email.toLowerCase())
        throw new CommandError(
          `This cannot be undone. Export the data first if the person wants it, and confirm: --yes ${user.delivery_email}`,
        );
      const deleted = await deleteUser(world, user, { removesMessages: messages });
      return {
        fields: { id: user.id, ...deleted },
        text: `Events with the old name are gone in ${world.config.logDays} days. Backups keep what they have.`,
      };
    },
  });
}
