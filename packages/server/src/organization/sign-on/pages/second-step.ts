import { usedPasskey, type UsedPasskey } from '@parley/contract/endpoints/passkeys.ts';
import type { Words } from '@parley/contract/words/words.ts';
import { ApiError, badRequest } from '../../../engine/api-error.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { parseJson } from '../../../engine/parse-json.ts';
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
import { secondStepExpired, secondStepFailed } from '../../second-steps/errors.ts';
import { finishLogin } from '../../second-steps/finish-log-in.ts';
import { finishSetUp, secretOfSetUp, startSetUp } from '../../second-steps/set-up-at-login.ts';
import { kindsOf } from '../../second-steps/rows.ts';
import { findWaiting, type WaitingLogin } from '../../second-steps/waiting-logins.ts';
import { endSignOn } from '../end-sign-on.ts';
import { secondStepPath } from '../methods.ts';
import { PASSKEY_SCRIPT } from './passkey-script.ts';

const PATH = secondStepPath(':state');

function codeInput({ t }: Words): Form['inputs'][number] {
  return { name: 'code', label: t('Code'), type: 'text', autocomplete: 'one-time-code', maxLength: 40 };
}

/** Users with a passkey can answer with it instead of a code. */
async function formFor(
  { words }: IncomingRequest,
  world: World,
  realm: RealmRow,
  waiting: WaitingLogin,
): Promise<Form> {
  const { t } = words;
  const kinds = await kindsOf(world.pool, realm.id, waiting.user.id);
  return {
    title: t('Second step'),
    text: kinds.includes('totp')
      ? t('Enter the code that your authenticator app shows, or a recovery code.')
      : t('Use your passkey, or enter a recovery code.'),
    inputs: [codeInput(words)],
    button: t('Log in'),
    other: kinds.includes('passkey') ? { button: t('Use a passkey'), script: PASSKEY_SCRIPT } : undefined,
  };
}

/** A secret has letters and digits only; spaces between groups of four help those who type it. */
const GROUP = /.{4}(?=.)/g;

function setUpForm(words: Words, secret: string): Form {
  const { t } = words;
  return {
    title: t('Set up a second step'),
    text: t(
      'This organization requires a second step. Add an account to your authenticator app, choose to enter a key, and type {secret}. Then enter the code that the app shows.',
      { secret: secret.replaceAll(GROUP, '$& ') },
    ),
    inputs: [codeInput(words)],
    button: t('Set up and log in'),
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
    if (waiting.mustSetUp !== true)
      return formPage(request.words, await formFor(request, world, realm, waiting));
    const { secret } = await startSetUp(world, realm, state);
    return formPage(request.words, setUpForm(request.words, secret));
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
    if (waiting === undefined) throw secondStepExpired();
    try {
      if (waiting.mustSetUp === true) return await setUp(world, request, realm, given);
      const proof = { ...given, passkey: passkeyIn(request) };
      return await finishLogin(world, request.address, realm, proof, (tx, login) =>
        endSignOn(tx, world, request, realm, login),
      );
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'SECOND_STEP_FAILED') throw error;
      if (waiting.mustSetUp !== true)
        return formPage(request.words, await formFor(request, world, realm, waiting), error.message);
      const secret = await secretOfSetUp(world, realm, given.state);
      return formPage(request.words, setUpForm(request.words, secret), error.message);
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
  const { t } = request.words;
  const title = t('Your recovery codes');
  const answer = htmlDocument(
    request.words,
    200,
    title,
    html`<h1>${title}</h1>
      <p>
        ${t('Each of them logs you in once when the app is lost. They are not shown again: keep them elsewhere.')}
      </p>
      <ul>
        ${codes.map((code) => html`<li><code>${code}</code></li>`)}
      </ul>
      <p><a href="${location}">${t('I have kept them. Continue')}</a></p>`,
  );
  if (cookie !== undefined) answer.headers['set-cookie'] = cookie;
  return answer;
}

/** The answer of a passkey; a field that is none counts as a wrong one. */
function passkeyIn({ fields }: IncomingRequest): UsedPasskey | undefined {
  const text = fields.body.get('passkey');
  if (text === undefined) return undefined;
  const { success, data } = usedPasskey.safeParse(parseJson(text));
  if (!success) throw secondStepFailed();
  return data;
}

function stateOf({ pathParameters }: IncomingRequest): string {
  return pathParameters['state'] ?? '';
}

/** The pages of the second step after single sign-on, for browsers and for apps that open one. */
export const secondStepForms: readonly Page[] = [page, form];
