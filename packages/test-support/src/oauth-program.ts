import { hash, randomBytes } from 'node:crypto';
import type { TestBrowser } from './browser.ts';

/** The memory of a program between its request and the answer to it. */
export type Started = {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly verifier: string;
  readonly state: string;
  /** The query with which the user is sent to `/oauth/authorize`. */
  readonly query: string;
};

export type Asked = {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly scope?: string;
  readonly resource?: string;
};

/** The SHA-256 of a verifier, as programs send it. */
export function challengeOf(verifier: string): string {
  return hash('sha256', verifier, 'base64url');
}

/** Starts the log-in of a program; `changes` replace parameters, and null leaves one out. */
export function startProgram(asked: Asked, changes: Readonly<Record<string, string | null>> = {}): Started {
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const parameters: Record<string, string | null | undefined> = {
    response_type: 'code',
    client_id: asked.clientId,
    redirect_uri: asked.redirectUri,
    code_challenge: challengeOf(verifier),
    code_challenge_method: 'S256',
    state,
    scope: asked.scope,
    resource: asked.resource,
    ...changes,
  };
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters)) if (value != null) query.append(name, value);
  return {
    clientId: asked.clientId,
    redirectUri: asked.redirectUri,
    verifier,
    state,
    query: query.toString(),
  };
}

/** The body with which a program exchanges its code. */
export function exchangeForm(
  { clientId, redirectUri, verifier }: Started,
  code: string,
): Readonly<Record<string, string>> {
  return {
    grant_type: 'authorization_code',
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    code,
  };
}

/** The parameters of the address to which a user returned. */
export function answerIn(location: unknown): Readonly<Record<string, string>> {
  const url = URL.parse(String(location));
  return url === null ? {} : Object.fromEntries(url.searchParams);
}

/** The address at which a program goes on after its user has allowed what it asks for at another one. */
export async function allowedBy(
  browser: TestBrowser,
  { pathname, search }: URL,
  scopes: readonly string[],
): Promise<string> {
  if (pathname !== '/oauth/authorize') throw new Error(`The program asks at ${pathname}.`);
  const form = { query: search.slice(1), allow: 'true', scopes: JSON.stringify(scopes) };
  const answer = (await browser.ask('/oauth/decision', { method: 'POST', form })).json();
  if (typeof answer['location'] !== 'string')
    throw new Error(`The user cannot allow it: ${JSON.stringify(answer)}`);
  return answer['location'];
}
