import type { ArgumentsOf } from '@parley/client';
import {
  createGrant,
  endGrant,
  getGrants,
  getGrantsOfUsers,
  type Grant,
  type GrantOfUser,
} from '@parley/contract/endpoints/grants.ts';
import type { Chat } from '../chat.ts';

export type { Grant, GrantOfUser } from '@parley/contract/endpoints/grants.ts';

export type NewGrant = ArgumentsOf<typeof createGrant>;
export type GrantScope = Grant['scopes'][number];

/** Programs that may act for the user with limited rights, last allowed first. */
export async function readGrants({ client }: Chat): Promise<readonly Grant[]> {
  return (await client.call(getGrants)).grants;
}

/** The same of all users, for administrators. */
export async function readGrantsOfUsers({ client }: Chat): Promise<readonly GrantOfUser[]> {
  return (await client.call(getGrantsOfUsers)).grants;
}

/** Allows a program; returns its token, which no other request shows. Rejects with the refusal of the server. */
export async function allowProgram({ client }: Chat, wanted: NewGrant): Promise<string> {
  return (await client.call(createGrant, wanted)).token;
}

export async function endProgram({ client }: Chat, id: number): Promise<void> {
  await client.call(endGrant, { grant_id: id });
}
