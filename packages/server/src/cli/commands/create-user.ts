import { text } from 'node:stream/consumers';
import { roles } from '@parley/contract/primitives.ts';
import { hash } from '@node-rs/argon2';
import { Command, Option } from 'commander';
import { urlOf } from '../../http/hosts.ts';
import { createPerson } from '../../people/create-person.ts';
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
        if (!/^[^\s@]+@[^\s@]+$/.test(options.email))
          throw new Refusal(`'${options.email}' is not an e-mail address.`);
        const password = options.password === '-' ? (await text(process.stdin)).trimEnd() : options.password;
        const passwordHash = password === undefined ? null : await hash(password);
        const { apiKey, person } = await world.write(realm.id, async (tx) => {
          const made = await createPerson(tx, world, {
            email: options.email,
            fullName: options.name,
            role: roles[options.role],
            passwordHash,
          });
          if (options.canCreateUsers === true) await grant(tx, made.person.id, { canCreateUsers: true });
          return made;
        });
        say(`${person.full_name} is ${options.role} of ${urlOf(world.config.hosts, realm.subdomain)}`);
        say(`e-mail:  ${person.delivery_email}`);
        say(`API key: ${apiKey}`);
      }),
    );
