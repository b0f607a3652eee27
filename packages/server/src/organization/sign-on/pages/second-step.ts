import { ApiError, badRequest } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { htmlDocument } from '../../../http/html/document.ts';
import { withErrorPage } from '../../../http/html/error-page.ts';
import { formPage, type Form } from '../../../http/html/form.ts';
import { html } from '../../../http/html/html.ts';
import type { IncomingRequest } from '../../../http/lifecycle.ts';
import type { Page } from '../../../http/page.ts';
import type { HttpResponse } from '../../../http/response.ts';
import type { World } from '../../../http/world.ts';
import { realmAt } from '../../joining/entry.ts';
import { limitForms } from '../../joining/limits.ts';
import { secondStepExpired } from '../../second-steps/errors.ts';
import { finishLogin } from '../../second-steps/finish-log-in.ts';
import { finishSetUp, secretOfSetUp, startSetUp } from '../../second-steps/set-up-at-login.ts';
import { findWaiting } from '../../second-steps/waiting-logins.ts';
import { endSignOn } from '../end-sign-on.ts';
import { secondStepPath } from '../methods.ts';

const PATH = secondStepPath(':state');

const FORM: Form = {
  title: 'Second step',
  text: 'Enter the code that your authenticator app shows, or a recovery code.',
  inputs: [{ name: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code', maxLength: 40 }],
  button: 'Log in',
};

/** A secret has letters and digits only; spaces between groups of four help those who type it. */
const GROUP = /.{4}(?=.)/g;

function setUpForm(secret: string): Form {
  return {
    title: 'Set up a second step',
    text: `This organization requires a second step. Add an account to your authenticator app, choose to enter a key, and type ${secret.replaceAll(GROUP, '$& ')}. Then enter the code that the app shows.`,
    inputs: [{ name: 'code', label: 'Code', type: 'text', autocomplete: 'one-time-code', maxLength: 40 }],
    button: 'Set up and log in',
  };
}

const page: Page = {
  path: PATH,
  handle: withErrorPage(async (world, request) => {
    limitForms(world, request.address);
    const realm = await realmAt(world, request);
    const state = stateOf(request);
    const waiting = await findWaiting(world, realm.id, state);
    if (waiting === undefined) throw secondStepExpired();
    if (waiting.mustSetUp !== true) return formPage(FORM);
    return formPage(setUpForm((await startSetUp(world, realm, state)).secret));
  }),
};

const form: Page = {
  path: PATH,
  method: 'POST',
  handle: withErrorPage(async (world, request) => {
    // A foreign page that sends the form must not log its visitor in.
    if (request.fetchSite !== 'same-origin')
      throw badRequest('Open the link in your browser, and enter the code there.');
    limitForms(world, request.address);
    const realm = await realmAt(world, request);
    const given = { state: stateOf(request), code: request.fields.body.get('code') ?? '' };
    const waiting = await findWaiting(world, realm.id, given.state);
    try {
      if (waiting?.mustSetUp === true) return await setUp(world, request, realm, given);
      return await finishLogin(world, request.address, realm, given, (tx, login) =>
        endSignOn(tx, world, request, realm, login),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SECOND_STEP_FAILED') throw error;
      if (waiting?.mustSetUp !== true) return formPage(FORM, error.message);
      return formPage(setUpForm(await secretOfSetUp(world, realm, given.state)), error.message);
    }
  }),
};

/** Shows the recovery codes before the way goes on. */
async function setUp(
  world: World,
  request: IncomingRequest,
  realm: RealmRow,
  given: { readonly state: string; readonly code: string },
): Promise<HttpResponse> {
  const { codes, begun } = await finishSetUp(world, request.address, realm, given, (tx, login) =>
    endSignOn(tx, world, request, realm, login),
  );
  const { location = '/', 'set-cookie': cookie } = begun.headers;
  const answer = htmlDocument(
    200,
    'Your recovery codes',
    html`<h1>Your recovery codes</h1>
      <p>
        Each of them logs you in once when the app is lost. They are not shown again: keep them elsewhere.
      </p>
      <ul>
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a href="${location}">I have kept them. Continue</a></p>`,
  );
  if (cookie !== undefined) answer.headers['set-cookie'] = cookie;
  return answer;
}

function stateOf({ pathParameters }: IncomingRequest): string {
  return pathParameters['state'] ?? '';
}

/** The pages of the second step after single sign-on, for browsers and for apps that open one. */
export const secondStepForms: readonly Page[] = [page, form];
