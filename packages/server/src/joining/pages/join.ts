import { limits } from '@parley/contract/limits.ts';
import { emailDomainProblem } from '../../domains/policy.ts';
import { notice } from '../../html/document.ts';
import { formPage, type Form, type Input } from '../../html/form.ts';
import { shown } from '../../html/shown.ts';
import { urlOf } from '../../http/hosts.ts';
import type { Answer } from '../../http/answer.ts';
import type { Incoming } from '../../http/lifecycle.ts';
import type { Page } from '../../http/page.ts';
import { isEmailAddress } from '../../people/address.ts';
import { checkFullName } from '../../people/full-name.ts';
import { checkPasswordStrength } from '../../people/password-strength.ts';
import { hashPassword } from '../../people/password.ts';
import { badRequest, Problem } from '../../problem.ts';
import type { RealmRow } from '../../realm/realm.ts';
import { isOpen, realmSettingsOf } from '../../realm/settings.ts';
import type { World } from '../../world.ts';
import { askToConfirm } from '../ask-to-confirm.ts';
import { accessEntry, type Entry } from '../entry.ts';
import { join } from '../join.ts';
import { limitForms, limitLetters } from '../limits.ts';
import { realmAt } from '../realm-at.ts';
import { tellJoined } from '../tell-joined.ts';

const PATH = '/join/:token';

/** Where a link leads that invites somebody: who are you, and what will be your password? */
export const joinPage: Page = {
  path: PATH,
  handle: shown(async (world, request) => {
    const { realm, entry } = await arrive(world, request);
    return formPage(formFor(world, realm, entry, new Map()));
  }),
};

export const joinForm: Page = {
  path: PATH,
  method: 'POST',
  handle: shown(async (world, request) => {
    limitForms(world, request.address);
    const { realm, entry, token } = await arrive(world, request);
    const given = request.fields.body;
    try {
      return entry.kind === 'link' && needsConfirmation(world, realm)
        ? await confirm(world, request, realm, entry, given.get('email') ?? '')
        : await enter(world, realm, entry, token, given);
    } catch (error) {
      if (!(error instanceof Problem) || error.status !== 400) throw error;
      return formPage(formFor(world, realm, entry, given), error.message);
    }
  }),
};

const arrive = async (world: World, request: Incoming) => {
  const realm = await realmAt(world, request);
  if (!isOpen('Email', realm)) throw badRequest('People of this organization do not use passwords.');
  const token = request.inPath['token'] ?? '';
  const entry = await accessEntry(world.pool, realm.id, token, world.clock.now());
  return { realm, entry, token };
};

/**
 * A server without mail has to believe addresses of people who have a link, unless the addresses decide who may
 * join.
 */
const needsConfirmation = ({ mailer }: World, realm: RealmRow): boolean =>
  mailer !== undefined || realmSettingsOf(realm).emails_restricted_to_domains;

const confirm = async (
  world: World,
  request: Incoming,
  realm: RealmRow,
  { invitation }: Entry,
  email: string,
): Promise<Answer> => {
  await requestConfirmation(world, request, realm, email.trim(), invitation);
  return lookIntoMailbox();
};

export const requestConfirmation = async (
  world: World,
  { address }: Incoming,
  realm: RealmRow,
  email: string,
  invitation: Entry['invitation'],
): Promise<void> => {
  if (world.mailer === undefined)
    throw badRequest('This server sends no mail, which is needed here. Ask for a personal invitation.');
  await checkAddress(world, realm, email);
  limitLetters(world, address, email);
  await world.write(realm.id, (tx) => askToConfirm(tx, world, realm, email, invitation));
};

export const lookIntoMailbox = (): Answer =>
  notice(200, 'Look into your mailbox', 'A letter with a link is on its way to you. It leads on from here.');

const checkAddress = async ({ pool }: World, realm: RealmRow, email: string): Promise<void> => {
  if (!isEmailAddress(email)) throw badRequest('That is not an e-mail address.');
  const problem = await emailDomainProblem(pool, realm, email);
  if (problem !== undefined) throw badRequest(problem);
};

const enter = async (
  world: World,
  realm: RealmRow,
  entry: Entry,
  token: string,
  given: ReadonlyMap<string, string>,
): Promise<Answer> => {
  const email = entry.kind === 'address' ? entry.email : (given.get('email') ?? '').trim();
  if (entry.kind === 'link') await checkAddress(world, realm, email);
  const fullName = checkFullName(given.get('full_name') ?? '');
  const password = given.get('password') ?? '';
  await checkPasswordStrength(password, [email, fullName]);
  const passwordHash = await hashPassword(password);
  const { person, invitation } = await world.write(realm.id, (tx) =>
    join(tx, world, token, { fullName, passwordHash, email }),
  );
  await tellJoined(world, { realm, person }, invitation);
  const home = urlOf(world.config.hosts, realm.subdomain);
  return notice(
    200,
    `Welcome to ${realm.name}`,
    `Your account is ready. Log in at ${home} with ${person.delivery_email} and your password.`,
  );
};

const formFor = (world: World, realm: RealmRow, entry: Entry, given: ReadonlyMap<string, string>): Form => {
  const title = `Join ${realm.name}`;
  const home = urlOf(world.config.hosts, realm.subdomain).replace(/^\w+:\/\//, '');
  const email = emailInput(entry.kind === 'address' ? entry.email : given.get('email'));
  if (entry.kind === 'link' && needsConfirmation(world, realm))
    return {
      title,
      text: `You are invited to the team chat at ${home}. A letter to your address will lead you on.`,
      inputs: [email],
      button: 'Send me the letter',
    };
  return {
    title,
    text: `You are invited to the team chat at ${home}.`,
    inputs: [
      entry.kind === 'address' ? { ...email, isFixed: true } : email,
      {
        name: 'full_name',
        label: 'Your name',
        type: 'text',
        autocomplete: 'name',
        value: given.get('full_name'),
        maxLength: limits.fullNameLength,
        hint: 'As others should see it.',
      },
      PASSWORD,
    ],
    button: 'Join',
  };
};

export const emailInput = (value: string | undefined): Input => ({
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autocomplete: 'username',
  value,
  maxLength: limits.emailLength,
});

export const PASSWORD: Input = {
  name: 'password',
  label: 'A new password',
  type: 'password',
  autocomplete: 'new-password',
  minLength: limits.passwordMinLength,
  hint: `At least ${limits.passwordMinLength} characters, and not easy to guess.`,
};
