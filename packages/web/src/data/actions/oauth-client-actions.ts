import {
  addOauthClient,
  getOauthClients,
  removeOauthClient,
  type OAuthClient,
} from '@parley/contract/endpoints/oauth-clients.ts';
import type { Chat } from '../chat.ts';

export type { OAuthClient } from '@parley/contract/endpoints/oauth-clients.ts';

/** Programs and hosts that people may allow, last added first; for administrators. */
export async function readOAuthClients({ client }: Chat): Promise<readonly OAuthClient[]> {
  return (await client.call(getOauthClients)).clients;
}

/** Lets people allow the programs of a host. */
export async function allowHost({ client }: Chat, host: string): Promise<void> {
  await client.call(addOauthClient, { host });
}

/** Adds a program that people may allow. */
export async function addProgram(
  { client }: Chat,
  name: string,
  addresses: readonly string[],
): Promise<OAuthClient> {
  return (await client.call(addOauthClient, { name, redirect_uris: [...addresses] })).client;
}

export async function removeProgram({ client }: Chat, id: number): Promise<void> {
  await client.call(removeOauthClient, { client: id });
}
