import { OWN_PAGE } from '@parley/test-support/browser.ts';
import { answerIn, exchangeForm, startProgram, type Started } from '@parley/test-support/oauth-program.ts';
import { numberAt, success, textAt, type Item } from '../expect.ts';
import type { Answer } from '../wire.ts';
import type { World } from '../world.ts';
import { PASSWORD, withPassword } from './common.ts';

export const REDIRECT_URI = 'https://assistant.example/callback';

/** A user in a browser. */
export type Visitor = {
  readonly id: number;
  readonly email: string;
  readonly ask: (method: string, path: string, fields?: Item, query?: Item) => Promise<Answer>;
};

export async function visitor(w: World): Promise<Visitor> {
  const { id, email } = await withPassword(w);
  const form = { username: email, password: PASSWORD };
  const { headers } = success(await w.ask('POST', '/session', { below: '/json', headers: OWN_PAGE, form }));
  const cookie = headers['set-cookie']?.[0]?.split(';')[0] ?? '';
  const ask: Visitor['ask'] = (method, path, fields, query) =>
    w.ask(method, path, {
      below: '/json',
      headers: { ...OWN_PAGE, cookie },
      ...(fields === undefined ? {} : { form: fields }),
      ...(query === undefined ? {} : { query }),
    });
  return { id, email, ask };
}

/** A program that an administrator added. */
export async function addProgram(w: World, changes: Item = {}): Promise<{ id: number; clientId: string }> {
  const as = await w.owner();
  const form = { name: w.unique('Program '), redirect_uris: [REDIRECT_URI], ...changes };
  const made = success(await w.ask('POST', '/realm/oauth-clients', { as, form }));
  const id = numberAt(made, 'client', 'id');
  w.later(() => w.ask('DELETE', `/realm/oauth-clients/${id}`, { as }));
  return { id, clientId: String(made.at('client', 'client_id')) };
}

/** Sends a request of a program to the consent page, where its user allows it. */
export async function allow(user: Visitor, { query }: Started, given: Item = {}): Promise<Answer> {
  const scopes = ['see_directory', 'read_messages', 'write_messages', 'react', 'organize'];
  return user.ask('POST', '/oauth/decision', { query, allow: true, scopes, ...given });
}

export function token(w: World, form: Item, path = '/oauth/token', host?: string): Promise<Answer> {
  return w.ask('POST', path, { below: '', form, ...(host === undefined ? {} : { host }) });
}

export type Connected = {
  readonly user: Visitor;
  readonly started: Started;
  readonly code: string;
  readonly clientRow: number;
  readonly access: string;
  readonly refresh: string;
  readonly answer: Answer;
};

/** A program with its tokens. */
export async function connected(
  w: World,
  given: Item = {},
  scope = 'see_directory read_messages react',
): Promise<Connected> {
  const [user, program] = [await visitor(w), await addProgram(w)];
  const started = startProgram({ clientId: program.clientId, redirectUri: REDIRECT_URI, scope });
  const { code = '' } = answerIn(textAt(success(await allow(user, started, given)), 'location'));
  const answer = await token(w, exchangeForm(started, code));
  return {
    user,
    started,
    code,
    clientRow: program.id,
    answer,
    access: String(answer.body['access_token']),
    refresh: String(answer.body['refresh_token']),
  };
}

export function bearer(w: World, access: string, path = '/users/me'): Promise<Answer> {
  return w.ask('GET', path, { headers: { authorization: `Bearer ${access}` } });
}
