import { roles } from '@parley/contract/rights/roles.ts';
import { Command, Option } from 'commander';
import { grant } from './grant.ts';
import { CommandError } from '../explain.ts';
import { realmNamed } from '../find.ts';
import { print } from '../print.ts';
import { readPassword } from '../read-password.ts';
import { withWorld } from '../with-world.ts';
import type { Config } from '../../../engine/config.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { isEmailAddress } from '../../../organization/users/address.ts';
import { createUserWithKey } from '../../../organization/users/create-user.ts';
import { checkFullName } from '../../../organization/users/full-name.ts';
import { createKnownPasswords } from '../../../organization/users/known-passwords.ts';
import { checkPasswordStrength, hashPassword } from '../../../organization/users/passwords.ts';

type Options = {
  readonly realm: string;
  readonly email: string;
  readonly name: string;
  readonly role: keyof typeof roles;
  readonly password?: string;
  readonly canCreateUsers?: boolean;
};

export function createUserCommand(): Command {
  return new Command('create')
    .description('create a user and print its API key')
    .requiredOption('--realm <subdomain>', "subdomain of the organization, or 'root'")
    .requiredOption('--email <address>', 'e-mail address of the user')
    .requiredOption('--name <name>', 'full name of the user')
    .addOption(new Option('--role <role>', 'role of the user').choices(Object.keys(roles)).default('member'))
    .option('--password <password>', "password; '-' reads it from standard input")
    .option('--can-create-users', 'allow the user to create users with the API')
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        if (!isEmailAddress(options.email))
          throw new CommandError(`--email: '${options.email}' is not an e-mail address.`);
        const fullName = checkFullName(options.name);
        const passwordHash = await passwordHashOf(options, world.config);
        const { apiKey, user } = await world.write(realm.id, async (tx) => {
          const created = await createUserWithKey(tx, world, {
            email: options.email,
            fullName,
            role: roles[options.role],
            passwordHash,
            awaitsFirstLogin: true,
          });
          if (options.canCreateUsers === true) await grant(tx, created.user.id, { canCreateUsers: true });
          return created;
        });
        print(`Created ${user.full_name} (${options.role}) at ${urlOf(world.config.hosts, realm.subdomain)}`);
        print(`e-mail:  ${user.delivery_email}`);
        print(`API key: ${apiKey}`);
      }),
    );
}

async function passwordHashOf(
  { password, email, name }: Options,
  { breachedPasswords }: Pick<Config, 'breachedPasswords'>,
): Promise<string | null> {
  if (password === undefined) return null;
  const cleartext = password === '-' ? await readPassword() : password;
  // Loaded on demand: the dictionaries take half a second and 70 MB.
  const { guessesOf } = await import('../../../organization/users/password-guesses.ts');
  const known = createKnownPasswords(breachedPasswords);
  await checkPasswordStrength(cleartext, [email, name], {
    guessesOf,
    isKnown: (proposed) => known.has(proposed),
  });
  return hashPassword(cleartext);
}
