import type { Chat } from '../chat.ts';

export type PersonalExport = Awaited<ReturnType<typeof readPersonalExports>>[number];

/** Exports of the user's data, newest first. */
export async function readPersonalExports({ client }: Chat) {
  return (await client.getPersonalExports()).exports;
}

export async function askForPersonalExport({ client }: Chat): Promise<void> {
  await client.createPersonalExport();
}
