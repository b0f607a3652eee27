import type { ArgumentsOf } from '@parley/client';
import {
  createDirectoryToken,
  endDirectoryToken,
  getDirectory,
  testDirectory,
  updateDirectory,
  type DirectoryOutcome,
  type DirectoryRules,
  type DirectoryToken,
} from '@parley/contract/endpoints/directory.ts';
import type { Chat } from '../chat.ts';

export type {
  DirectoryOutcome,
  DirectoryRules,
  DirectoryToken,
} from '@parley/contract/endpoints/directory.ts';

export type Directory = {
  readonly rules: DirectoryRules;
  readonly tokens: readonly DirectoryToken[];
};

/** Rules for people of the sign-on provider, and tokens of directories; for owners. */
export function readDirectory({ client }: Chat): Promise<Directory> {
  return client.call(getDirectory);
}

export async function changeDirectory(
  { client }: Chat,
  changes: ArgumentsOf<typeof updateDirectory>,
): Promise<void> {
  await client.call(updateDirectory, changes);
}

/** Asks what a person with an address and groups at the provider would get. */
export async function testPerson(
  { client }: Chat,
  email: string,
  claims: Readonly<Record<string, string[]>>,
): Promise<DirectoryOutcome> {
  return (await client.call(testDirectory, { email, claims })).outcome;
}

/** Makes the token of a directory; no other request shows it. */
export async function connectDirectory({ client }: Chat, name: string, days: number): Promise<string> {
  return (await client.call(createDirectoryToken, { name, days })).token;
}

export async function disconnectDirectory({ client }: Chat, id: number): Promise<void> {
  await client.call(endDirectoryToken, { token_id: id });
}
