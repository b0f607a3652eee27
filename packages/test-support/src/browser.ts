import { hashPassword } from '@parley/server/organization/users/passwords.ts';
import type { NewUser } from '@parley/server/organization/users/create-user.ts';
import type { TestServer, TestUser } from './harness.ts';
import { raw, type RawAnswer, type RawRequest } from './raw.ts';

/** Headers that a page of the organization sends with every request. */
export const OWN_PAGE = { 'sec-fetch-site': 'same-origin', 'x-parley': 'web' } as const;

export const PASSWORD = 'correct horse battery staple';

/** A browser in which a user is logged in. */
export type TestBrowser = {
  /** The Cookie header. */
  readonly cookie: string;
  /** A request of a page of the organization below `/json`. */
  readonly ask: (path: string, request?: RawRequest) => Promise<RawAnswer>;
};

type Place = { readonly url: string };

export async function userWithPassword(
  server: TestServer,
  spec: Partial<NewUser> & { realmId?: number; host?: string } = {},
): Promise<TestUser> {
  return server.user({ passwordHash: await hashPassword(PASSWORD), ...spec });
}

/** Sends the log-in of a page. */
export function logIn(server: Place, { email }: Pick<TestUser, 'email'>, request: RawRequest = {}) {
  return raw(server, '/json/session', {
    method: 'POST',
    form: { username: email, password: PASSWORD },
    headers: OWN_PAGE,
    ...request,
  });
}

/** Logs a user in with `PASSWORD`. */
export async function openBrowser(
  server: Place,
  user: Pick<TestUser, 'email'>,
  host?: string,
): Promise<TestBrowser> {
  const at = host === undefined ? {} : { host };
  const answer = await logIn(server, user, at);
  if (answer.status !== 200) throw new Error(`The log-in failed: ${answer.body.toString('utf8')}`);
  return browserWith(server, cookieOf(answer), at);
}

/** A browser that has this cookie. */
export function browserWith(server: Place, cookie: string, at: Pick<RawRequest, 'host'> = {}): TestBrowser {
  return {
    cookie,
    ask: (path, request = {}) =>
      raw(server, `/json${path}`, {
        ...at,
        ...request,
        headers: { ...OWN_PAGE, cookie, ...request.headers },
      }),
  };
}

/** The cookie that an answer sets, as a Cookie header. */
export function cookieOf({ headers }: RawAnswer): string {
  const [cookie = ''] = headers['set-cookie'] ?? [];
  return cookie.split(';')[0] ?? '';
}
