import { createClient, type Client, type ClientOptions } from './client.ts';

export type LogInOptions = Omit<ClientOptions, 'email' | 'apiKey'> & {
  /** Address of the account. */
  readonly username: string;
  readonly password: string;
};

/** A client for an account, and the key with which `createClient` makes another one without the password. */
export type LoggedIn = { readonly client: Client; readonly email: string; readonly apiKey: string };

/** Throws an `ApiError` with `AUTHENTICATION_FAILED` when name or password are wrong. */
export async function logIn({ username, password, ...options }: LogInOptions): Promise<LoggedIn> {
  const { email, api_key: apiKey } = await createClient(options).fetchApiKey({ username, password });
  return { client: createClient({ ...options, email, apiKey }), email, apiKey };
}
