import { text } from 'node:stream/consumers';
import { roles } from '@parley/contract/primitives.ts';
import { Command, Option } from 'commander';
import { urlOf } from '../../http/hosts.ts';
import { isEmailAddress } from '../../people/address.ts';
import { createPerson } from '../../people/create-person.ts';
import { checkFullName } from '../../people/full-name.ts';
import { hashPassword } from '../../people/password.ts';
import { checkPasswordStrength } from '../../people/password-strength.ts';
import { Refusal } from '../explain.ts';
import { realmNamed } from '../find.ts';
import { say } from '../say.ts';
import { withWorld } from '../with-world.ts';
import { grant } from './grant.ts';

type Options = {
  readonly realm: string;
  readonly email: string;
  readonly name: string;
  readonly role: keyof typeof roles;
  readonly password?: string;
  readonly canCreateUsers?: boolean;
};

export const createUserCommand = (): Command =>
  new Command('create')
    .description('make an account and show its API key')
    .requiredOption('--realm <subdomain>', "the organization's subdomain, or 'root'")
    .requiredOption('--email <address>', "the person's address")
    .requiredOption('--name <name>', 'the full name')
    .addOption(
      new Option('--role <role>', 'what the person may do').choices(Object.keys(roles)).default('member'),
    )
    .option('--password <password>', "for logging in; '-' reads it from standard input")
    .option('--can-create-users', 'may create accounts over the API')
    .action((options: Options) =>
      withWorld(async (world) => {
        const realm = await realmNamed(world.pool, options.realm);
        if (!isEmailAddress(options.email)) throw new Refusal(`'${options.email}' is not an e-mail address.`);
        const fullName = checkFullName(options.name);
        const passwordHash = await passwordHashOf(options);
        const { apiKey, person } = await world.write(realm.id, async (tx) => {
          const made = await createPerson(tx, world, {
            email: options.email,
            fullName,
            role: roles[options.role],
            passwordHash,
            awaitsFirstLogin: true,
          });
          if (options.canCreateUsers === true) await grant(tx, made.person.id, { canCreateUsers: true });
          return made;
        });
        say(`${person.full_name} is ${options.role} of ${urlOf(world.config.hosts, realm.subdomain)}`);
        say(`e-mail:  ${person.delivery_email}`);
        say(`API key: ${apiKey}`);
      }),
    );

const passwordHashOf = async ({ password, email, name }: Options): Promise<string | null> => {
  if (password === undefined) return null;
  const given = password === '-' ? (await text(process.stdin)).replace(/\r?\n$/, '') : password;
  await checkPasswordStrength(given, [email, name]);
  return hashPassword(given);
};
