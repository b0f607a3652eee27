import { limits } from '@parley/contract/limits.ts';
import type { Words } from '@parley/contract/words/words.ts';
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
    formPage(request.words, formFor(world, request.words, await arrive(world, request), new Map())),
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
      return checkYourMailbox(request.words);
    } catch (error) {
      if (!(error instanceof ApiError) || error.status !== 400) throw error;
      return formPage(request.words, formFor(world, request.words, arrival, given), error.message);
    }
  }),
};

function arrive(world: World, request: IncomingRequest): Promise<Arrival> {
  return arriveByLink(world, request, request.pathParameters['token'] ?? '');
}

export function checkYourMailbox(words: Words): HttpResponse {
  const { t } = words;
  return noticePage(words, 200, {
    title: t('Check your mailbox'),
    text: t('We sent you an e-mail with a link. Follow the link to continue.'),
  });
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
  const { t } = request.words;
  return noticePage(request.words, 200, {
    title: t('Welcome to {name}', { name: realm.name }),
    text: t('Your account is ready. Log in at {home} with {email} and your password.', {
      home,
      email: user.delivery_email,
    }),
  });
}

function formFor(world: World, words: Words, arrival: Arrival, given: ReadonlyMap<string, string>): Form {
  const { t } = words;
  const { realm, entry } = arrival;
  const title = t('Join {name}', { name: realm.name });
  const home = urlOf(world.config.hosts, realm.subdomain).replace(/^\w+:\/\//, '');
  const email = emailInput(words, entry.kind === 'address' ? entry.email : given.get('email'));
  if (needsConfirmation(world, arrival))
    return {
      title,
      text: t('You are invited to the team chat at {home}. Enter your e-mail address to get a link.', {
        home,
      }),
      inputs: [email],
      button: t('Send link'),
    };
  return {
    title,
    text: t('You are invited to the team chat at {home}.', { home }),
    inputs: [
      entry.kind === 'address' ? { ...email, isFixed: true } : email,
      {
        name: 'full_name',
        label: t('Your name'),
        type: 'text',
        autocomplete: 'name',
        value: given.get('full_name'),
        maxLength: limits.fullNameLength,
        hint: t('Visible to other users.'),
      },
      passwordInput(words),
    ],
    button: t('Join'),
  };
}

export function emailInput({ t }: Words, value: string | undefined): Input {
  return {
    name: 'email',
    label: t('E-mail address'),
    type: 'email',
    autocomplete: 'username',
    value,
    maxLength: limits.emailLength,
  };
}

export function passwordInput({ t }: Words): Input {
  return {
    name: 'password',
    label: t('A new password'),
    type: 'password',
    autocomplete: 'new-password',
    minLength: limits.passwordMinLength,
    hint: t('At least {count} characters, and not easy to guess.', { count: limits.passwordMinLength }),
  };
}
