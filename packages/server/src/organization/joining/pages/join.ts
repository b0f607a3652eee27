import { limits } from '@parley/contract/limits.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { badRequest, ApiError } from '../../../engine/api-error.ts';
import { redirect, type HttpResponse } from '../../../http/response.ts';
import { noticePage } from '../../../http/html/document.ts';
import { type Form, formPage, type Input } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { World } from '../../../http/world.ts';
import { emailDomainError } from '../../domains/policy.ts';
import { askToConfirm } from '../ask-to-confirm.ts';
import { accessEntry, type Entry, realmAt } from '../entry.ts';
import { join } from '../join.ts';
import { limitForms, limitEmails } from '../limits.ts';
import { notifyJoined } from '../notify-joined.ts';
import { isLoginMethodEnabled, realmSettingsOf } from '../../realm/settings.ts';
import { beginWithCookie } from '../../sessions/begin-with-cookie.ts';
import { isEmailAddress } from '../../users/address.ts';
import { checkFullName } from '../../users/full-name.ts';
import { checkProposedPassword } from '../../users/password-strength.ts';
import { hashPassword } from '../../users/passwords.ts';

const PATH = '/join/:token';

/** The page of an invitation link, with the form for name and password. */
export const joinPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    const { realm, entry } = await arrive(world, request);
    return formPage(formFor(world, realm, entry, new Map()));
  }),
};

export const joinForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const { realm, entry, token } = await arrive(world, request);
    const given = request.fields.body;
    try {
      return entry.kind === 'link' && needsConfirmation(world, realm)
        ? await confirm(world, request, realm, entry, given.get('email') ?? '')
        : await enter(world, request, realm, entry, token);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return formPage(formFor(world, realm, entry, given), error.message);
    }
  }),
};

async function arrive(world: World, request: IncomingRequest) {
  const realm = await realmAt(world, request);
  if (!isLoginMethodEnabled('Email', realm))
    throw badRequest('Password login is disabled in this organization.');
  const token = request.pathParameters['token'] ?? '';
  const entry = await accessEntry(world.pool, realm.id, token, world.clock.now());
  return { realm, entry, token };
}

/**
 * A server without e-mail cannot confirm addresses, and trusts users with a link unless joining depends on the domain.
 */
function needsConfirmation({ mailer }: World, realm: RealmRow): boolean {
  return mailer !== undefined || realmSettingsOf(realm).emails_restricted_to_domains;
}

async function confirm(
  world: World,
  request: IncomingRequest,
  realm: RealmRow,
  { invitation }: Entry,
  email: string,
): Promise<HttpResponse> {
  await requestConfirmation(world, request, realm, email.trim(), invitation);
  return checkYourMailbox();
}

export async function requestConfirmation(
  world: World,
  { address }: IncomingRequest,
  realm: RealmRow,
  email: string,
  invitation: Entry['invitation'],
): Promise<void> {
  if (world.mailer === undefined)
    throw badRequest('This server cannot send the confirmation e-mail. Ask for a personal invitation.');
  await checkAddress(world, realm, email);
  limitEmails(world, address, email);
  await world.write(realm.id, (tx) => askToConfirm(tx, world, realm, email, invitation));
}

export function checkYourMailbox(): HttpResponse {
  return noticePage(
    200,
    'Check your mailbox',
    'We sent you an e-mail with a link. Follow the link to continue.',
  );
}

async function checkAddress({ pool }: World, realm: RealmRow, email: string): Promise<void> {
  if (!isEmailAddress(email)) throw badRequest('Enter a valid e-mail address.');
  const rejection = await emailDomainError(pool, realm, email);
  if (rejection !== undefined) throw badRequest(rejection);
}

async function enter(
  world: World,
  request: IncomingRequest,
  realm: RealmRow,
  entry: Entry,
  token: string,
): Promise<HttpResponse> {
  const given = request.fields.body;
  const email = entry.kind === 'address' ? entry.email : (given.get('email') ?? '').trim();
  if (entry.kind === 'link') await checkAddress(world, realm, email);
  const fullName = checkFullName(given.get('full_name') ?? '');
  const password = given.get('password') ?? '';
  await checkProposedPassword(world, {
    share: { realmId: realm.id, userId: 0 },
    chosenFor: `address:${email.toLowerCase()}`,
    password,
    known: [email, fullName],
  });
  const passwordHash = await hashPassword(password);
  const { user, invitation } = await world.write(realm.id, (tx) =>
    join(tx, world, token, { fullName, passwordHash, email }),
  );
  await notifyJoined(world, { realm, user }, invitation);
  // A foreign page that sends the form must not log its visitor in.
  if (request.fetchSite === 'same-origin') {
    const answer = redirect('/');
    answer.headers['set-cookie'] = await beginWithCookie(world, request, user);
    return answer;
  }
  const home = urlOf(world.config.hosts, realm.subdomain);
  return noticePage(
    200,
    `Welcome to ${realm.name}`,
    `Your account is ready. Log in at ${home} with ${user.delivery_email} and your password.`,
  );
}

function formFor(world: World, realm: RealmRow, entry: Entry, given: ReadonlyMap<string, string>): Form {
  const title = `Join ${realm.name}`;
  const home = urlOf(world.config.hosts, realm.subdomain).replace(/^\w+:\/\//, '');
  const email = emailInput(entry.kind === 'address' ? entry.email : given.get('email'));
  if (entry.kind === 'link' && needsConfirmation(world, realm))
    return {
      title,
      text: `You are invited to the team chat at ${home}. Enter your e-mail address to get a link.`,
      inputs: [email],
      button: 'Send link',
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
        hint: 'Visible to other users.',
      },
      PASSWORD,
    ],
    button: 'Join',
  };
}

export function emailInput(value: string | undefined): Input {
  return {
    name: 'email',
    label: 'E-mail address',
    type: 'email',
    autocomplete: 'username',
    value,
    maxLength: limits.emailLength,
  };
}

export const PASSWORD: Input = {
  name: 'password',
  label: 'A new password',
  type: 'password',
  autocomplete: 'new-password',
  minLength: limits.passwordMinLength,
  hint: `At least ${limits.passwordMinLength} characters, and not easy to guess.`,
};
