import {
  answerIn,
  exchangeForm,
  startProgram,
  type Asked,
  type Started,
} from '@parley/test-support/oauth-program.ts';
import { evidence } from '../../attack.ts';
import type { Account, Answer, Send } from '../../client.ts';
import { PASSWORD, type Stage } from '../../stage.ts';
import { numberOf, prepared, textOf } from '../helpers.ts';

export const REDIRECT_URI = 'https://assistant.example/callback';
export const LOOPBACK_URI = 'http://127.0.0.1/callback';

/** The rights that programs of the attacks ask for. */
export const SCOPE = 'see_directory read_messages';

export type Form = Readonly<Record<string, string>>;

/** A page of an organization in which a user is logged in. */
export type Browser = {
  readonly headers: Form;
  /** The answer that the consent page shows for a query. */
  readonly read: (query: string, headers?: Form) => Promise<Answer>;
  /** The decision of its user. */
  readonly decide: (query: string, changes?: Form, headers?: Form) => Promise<Answer>;
};

export type Program = { readonly row: number; readonly clientId: string };

/** An organization of its own for an attack, with a program that its owner uses. */
export type ProgramGround = {
  readonly send: Send;
  readonly owner: Account;
  readonly issuer: string;
  readonly browser: Browser;
  readonly program: Program;
  readonly addProgram: (redirectUris?: readonly string[]) => Promise<Program>;
  readonly start: (asked?: Partial<Asked>, changes?: Readonly<Record<string, string | null>>) => Started;
  /** A form to the endpoint for tokens, or another one. */
  readonly post: (form: Form | string, path?: string, headers?: Form) => Promise<Answer>;
  /** A code that the owner allowed. */
  readonly code: (started: Started) => Promise<string>;
  /** Tokens of the program. */
  readonly connect: (asked?: Partial<Asked>) => Promise<Connected>;
  /** A request with an access token. */
  readonly use: (token: string, path?: string) => Promise<Answer>;
};

export type Connected = {
  readonly started: Started;
  readonly code: string;
  readonly access: string;
  readonly refresh: string;
};

export async function browserOf(
  send: Send,
  { email, host }: Pick<Account, 'email' | 'host'>,
): Promise<Browser> {
  const own = { origin: `http://${host}`, 'x-parley': 'web' };
  const form = { username: email, password: PASSWORD };
  const { headers: answered } = await prepared(send('/json/session', { host, form, headers: own }));
  const cookie = [answered['set-cookie']].flat()[0]?.split(';')[0] ?? '';
  const headers = { ...own, cookie };
  return {
    headers,
    read: (query, changed = {}) =>
      send(`/json/oauth/request?${new URLSearchParams({ query }).toString()}`, {
        host,
        headers: { ...headers, ...changed },
      }),
    decide: (query, changes = {}, changed = {}) =>
      send('/json/oauth/decision', {
        host,
        form: { query, allow: 'true', scopes: JSON.stringify(SCOPE.split(' ')), ...changes },
        headers: { ...headers, ...changed },
      }),
  };
}

export async function groundOf(stage: Stage): Promise<ProgramGround> {
  const { send } = stage;
  const owner = await stage.organization();
  const { host } = owner;
  const browser = await browserOf(send, owner);
  const addProgram: ProgramGround['addProgram'] = async (redirectUris = [REDIRECT_URI, LOOPBACK_URI]) => {
    const form = { name: 'An assistant', redirect_uris: JSON.stringify(redirectUris) };
    const { json } = await prepared(send('/api/v1/realm/oauth-clients', { as: owner, form }));
    const client = json['client'] as Readonly<Record<string, unknown>>;
    return { row: numberOf(client, 'id'), clientId: textOf(client, 'client_id') };
  };
  const program = await addProgram();
  const start: ProgramGround['start'] = (asked = {}, changes = {}) =>
    startProgram({ clientId: program.clientId, redirectUri: REDIRECT_URI, scope: SCOPE, ...asked }, changes);
  const post: ProgramGround['post'] = (form, path = '/oauth/token', headers = {}) =>
    send(path, {
      host,
      body: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    });
  const code: ProgramGround['code'] = async (started) => {
    const { json } = await prepared(browser.decide(started.query));
    return answerIn(json['location'])['code'] ?? '';
  };
  return {
    send,
    owner,
    issuer: `http://${host}`,
    browser,
    program,
    addProgram,
    start,
    post,
    code,
    connect: async (asked = {}) => {
      const started = start(asked);
      const given = await code(started);
      const { json } = await prepared(post(exchangeForm(started, given)));
      return {
        started,
        code: given,
        access: textOf(json, 'access_token'),
        refresh: textOf(json, 'refresh_token'),
      };
    },
    use: (token, path = '/api/v1/users/me') =>
      send(path, { host, headers: { authorization: `Bearer ${token}` } }),
  };
}

/** The body with which a program renews its tokens. */
export function refreshForm({
  started: { clientId },
  refresh,
}: Pick<Connected, 'started' | 'refresh'>): Form {
  return { grant_type: 'refresh_token', client_id: clientId, refresh_token: refresh };
}

/** Whether an answer of the endpoint for tokens has one. */
export function gives({ json }: Answer): boolean {
  return typeof json['access_token'] === 'string';
}

/** The code to which the browser is sent, if there is one. */
export function codeOf({ json }: Answer): string | undefined {
  return answerIn(json['location'])['code'];
}

/** The evidence if one of the forms is answered with a token, or fails the node. */
export async function givesNone(
  { post }: Pick<ProgramGround, 'post'>,
  forms: readonly (Form | string)[],
): Promise<string | undefined> {
  const answers = await Promise.all(forms.map((form) => post(form)));
  const found = answers.filter((answer) => gives(answer) || answer.status === 0 || answer.status >= 500);
  return evidence(found.length > 0, found.map(({ status, text }) => `${status} ${text}`).join('; '));
}
