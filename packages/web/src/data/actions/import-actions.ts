import {
  createRealmImport,
  deleteRealmImport,
  getRealmImport,
  getRealmImports,
  startRealmImport,
  uploadRealmImportPart,
} from '@parley/contract/endpoints/realm-imports.ts';
import type {
  ImportNote,
  ImportSample,
  ImportSource,
  RealmImport,
} from '@parley/contract/objects/realm-import.ts';
import { createCell, type Cell } from '../cell.ts';
import type { Chat } from '../chat.ts';
import { conversationOf } from '../narrow/judge.ts';
import type { Conversation } from '../narrow/narrow.ts';

export type { ImportNote, ImportSource, RealmImport } from '@parley/contract/objects/realm-import.ts';

/** Imports from other chats, newest first. */
export async function readImports({ client }: Chat): Promise<readonly RealmImport[]> {
  return (await client.call(getRealmImports)).imports;
}

/** A message as it was in the archive and as it is here. */
export type ComparedMessage = ImportSample & {
  /** Undefined if the message is gone. */
  readonly here: { readonly text: string; readonly at: Conversation } | undefined;
};

export type ImportDetails = {
  readonly one: RealmImport;
  readonly notes: readonly ImportNote[];
  readonly compared: readonly ComparedMessage[];
};

export async function readImport(chat: Chat, id: number): Promise<ImportDetails> {
  const { import: one, notes, samples } = await chat.client.call(getRealmImport, { import_id: id });
  if (samples.length === 0) return { one, notes, compared: [] };
  const { messages } = await chat.client.getMessages({
    message_ids: samples.map((sample) => sample.message_id),
    narrow: [{ operator: 'channels', operand: 'public' }],
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  const compared = samples.map((sample) => {
    const message = messages.find((known) => known.id === sample.message_id);
    const here =
      message === undefined
        ? undefined
        : { text: message.content, at: conversationOf(message, chat.state.get()) };
    return { ...sample, here };
  });
  return { one, notes, compared };
}

/** Announces an archive; its parts follow with `sendArchive`. */
export async function beginImport({ client }: Chat, source: ImportSource, file: File): Promise<number> {
  const { id } = await client.call(createRealmImport, { source, file_name: file.name, size: file.size });
  return id;
}

export async function startImport({ client }: Chat, id: number): Promise<void> {
  await client.call(startRealmImport, { import_id: id });
}

/** Deletes an archive that was not imported, or removes what an import brought. */
export async function takeImportBack({ client }: Chat, id: number): Promise<void> {
  await client.call(deleteRealmImport, { import_id: id });
}

const MIB = 1024 * 1024;
/** Largest part of an archive, in MiB; servers with a lower bound for files have that one. */
const MAX_PART_MIB = 8;

const sending = createCell<ReadonlySet<number>>(new Set());

/** Imports whose archives this page sends. */
export const sendingImports: Cell<ReadonlySet<number>> = sending;

/** Sends the rest of an archive, part after part; other views can be opened meanwhile. */
export async function sendArchive(
  { client, state }: Chat,
  id: number,
  file: File,
  received: number,
): Promise<void> {
  const partBytes = Math.min(MAX_PART_MIB, state.get().max_file_upload_size_mib ?? MAX_PART_MIB) * MIB;
  sending.set(new Set([...sending.get(), id]));
  try {
    for (let offset = received; offset < file.size;) {
      const content = file.slice(offset, offset + partBytes);
      const answer = await client.call(
        uploadRealmImportPart,
        { import_id: id, offset },
        { file: { name: 'part', content } },
      );
      offset = answer.received;
    }
  } finally {
    sending.set(new Set([...sending.get()].filter((other) => other !== id)));
  }
}
