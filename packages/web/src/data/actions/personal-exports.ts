import { createPersonalExport, getPersonalExports } from '@parley/contract/endpoints/personal-exports.ts';
import type { Chat } from '../chat.ts';

export type PersonalExport = Awaited<ReturnType<typeof readPersonalExports>>[number];

/** Exports of the user's data, newest first. */
export async function readPersonalExports({ client }: Chat) {
  return (await client.call(getPersonalExports)).exports;
}

export async function askForPersonalExport({ client }: Chat): Promise<void> {
  await client.call(createPersonalExport);
}
