import { limits } from '@parley/contract/limits.ts';
import { urlOf } from '../../../engine/hosts.ts';
import { ApiError } from '../../../engine/api-error.ts';
import { redirect, type HttpResponse } from '../../../http/response.ts';
import { noticePage } from '../../../http/html/document.ts';
import { type Form, formPage, type Input } from '../../../http/html/form.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { World } from '../../../http/world.ts';
import { arriveByLink, enterByLink, needsConfirmation, requestConfirmation, type Arrival } from '../enter.ts';
import { limitForms } from '../limits.ts';
import { beginWithCookie } from '../../sessions/begin-with-cookie.ts';

const PATH = '/join/:token';

/** The page of an invitation link, with the form for name and password. */
export const joinPage: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) =>
    formPage(formFor(world, await arrive(world, request), new Map())),
  ),
};

export const joinForm: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const arrival = await arrive(world, request);
    const given = request.fields.body;
    try {
      if (!needsConfirmation(world, arrival)) return await enter(world, request, arrival);
      const { realm, entry } = arrival;
      await requestConfirmation(world, request, realm, given.get('email') ?? '', entry.invitation);
      return checkYourMailbox();
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return formPage(formFor(world, arrival, given), error.message);
    }
  }),
};

function arrive(world: World, request: IncomingRequest): Promise<Arrival> {
  return arriveByLink(world, request, request.pathParameters['token'] ?? '');
}

export function checkYourMailbox(): HttpResponse {
  return noticePage(
    200,
    'Check your mailbox',
    'We sent you an e-mail with a link. Follow the link to continue.',
  );
}

async function enter(world: World, request: IncomingRequest, arrival: Arrival): Promise<HttpResponse> {
  const given = request.fields.body;
  const user = await enterByLink(world, arrival, {
    email: given.get('email') ?? '',
    fullName: given.get('full_name') ?? '',
    password: given.get('password') ?? '',
  });
  // A foreign page that sends the form must not log its visitor in.
  if (request.fetchSite === 'same-origin') {
    const answer = redirect('/');
    answer.headers['set-cookie'] = await beginWithCookie(world, request, user, 'invitation');
    return answer;
  }
  const { realm } = arrival;
  const home = urlOf(world.config.hosts, realm.subdomain);
  return noticePage(
    200,
    `Welcome to ${realm.name}`,
    `Your account is ready. Log in at ${home} with ${user.delivery_email} and your password.`,
  );
}

function formFor(world: World, arrival: Arrival, given: ReadonlyMap<string, string>): Form {
  const { realm, entry } = arrival;
  const title = `Join ${realm.name}`;
  const home = urlOf(world.config.hosts, realm.subdomain).replace(/^\w+:\/\//, '');
  const email = emailInput(entry.kind === 'address' ? entry.email : given.get('email'));
  if (needsConfirmation(world, arrival))
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
