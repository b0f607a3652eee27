import { roles } from '@parley/contract/primitives.ts';
import { Command, Option } from 'commander';
import { text } from 'node:stream/consumers';
import { grant } from './grant.ts';
import { CommandError } from '../explain.ts';
import { realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { isEmailAddress } from '../../../organization/users/address.ts';
import { createUser } from '../../../organization/users/create-user.ts';
import { checkFullName } from '../../../organization/users/full-name.ts';
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
    .description('make an account and show its API key')
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the user's address")
    .requiredOption('--name <name>', 'the full name')
    .addOption(
      new Option('--role <role>', 'what the user may do').choices(Object.keys(roles)).default('member'),
    )
    .option('--password <password>', "for logging in; '-' reads it from standard input")
    .option('--can-create-users', 'may create accounts over the API')
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        if (!isEmailAddress(options.email))
          throw new CommandError(`'${options.email}' is not an e-mail address.`);
        const fullName = checkFullName(options.name);
        const passwordHash = await passwordHashOf(options);
        const { apiKey, user } = await world.write(realm.id, async (tx) => {
          const made = await createUser(tx, world, {
            email: options.email,
            fullName,
            role: roles[options.role],
            passwordHash,
            awaitsFirstLogin: true,
          });
          if (options.canCreateUsers === true) await grant(tx, made.user.id, { canCreateUsers: true });
          return made;
        });
        say(`${user.full_name} is ${options.role} of ${urlOf(world.config.hosts, realm.subdomain)}`);
        say(`e-mail:  ${user.delivery_email}`);
        say(`API key: ${apiKey}`);
      }),
    );
}

async function passwordHashOf({ password, email, name }: Options): Promise<string | null> {
  if (password === undefined) return null;
  const given = password === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : password;
  await checkPasswordStrength(given, [email, name]);
  return hashPassword(given);
}
