import { createDirectoryToken } from '@parley/contract/endpoints/directory.ts';
import type { TestServer, TestUser } from './harness.ts';
import { raw } from './raw.ts';

export type ScimAnswer = {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  /** Undefined without a body. */
  readonly body: Readonly<Record<string, unknown>>;
};

/** A directory that sends requests with a token of an organization. */
export type TestDirectory = {
  readonly token: string;
  readonly tokenId: number;
  send(method: string, path: string, body?: unknown): Promise<ScimAnswer>;
};

export async function startDirectory(
  server: TestServer,
  owner: TestUser,
  host?: string,
): Promise<TestDirectory> {
  const { token, directory_token } = await owner.connection.call(createDirectoryToken, {
    name: 'a directory',
    days: 30,
  });
  return {
    token,
    tokenId: directory_token.id,
    send: (method, path, body) => sendScim(server, { token, host, method, path, body }),
  };
}

type ScimRequest = {
  readonly token: string;
  readonly host?: string | undefined;
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
};

export async function sendScim(
  server: TestServer,
  { token, host, method, path, body }: ScimRequest,
): Promise<ScimAnswer> {
  const answer = await raw(server, `/scim/v2${path}`, {
    method,
    ...(host === undefined ? {} : { host }),
    ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    headers: {
      authorization: `Bearer ${token}`,
      ...(body === undefined ? {} : { 'content-type': 'application/scim+json; charset=utf-8' }),
    },
  });
  const { status, headers } = answer;
  return { status, headers, body: answer.body.length === 0 ? {} : answer.json() };
}
