import {
  createSavedSnippet,
  deleteSavedSnippet,
  editSavedSnippet,
} from '@parley/contract/endpoints/saved-snippets.ts';
import { getAttachments, removeAttachment } from '@parley/contract/endpoints/uploads.ts';
import type { Chat } from '../chat.ts';
import { changeSubscription } from './channel-actions.ts';

/** Changes of the user to the own lists; each rejects with the refusal of the server. */
export async function addAlertWords({ client }: Chat, words: readonly string[]): Promise<void> {
  await client.addAlertWords({ alert_words: [...words] });
}

export async function removeAlertWords({ client }: Chat, words: readonly string[]): Promise<void> {
  await client.removeAlertWords({ alert_words: [...words] });
}

export type SnippetText = { readonly title: string; readonly content: string };

export async function createSnippet({ client }: Chat, snippet: SnippetText): Promise<void> {
  await client.call(createSavedSnippet, snippet);
}

export async function editSnippet({ client }: Chat, id: number, snippet: SnippetText): Promise<void> {
  await client.call(editSavedSnippet, { saved_snippet_id: id, ...snippet });
}

export async function deleteSnippet({ client }: Chat, id: number): Promise<void> {
  await client.call(deleteSavedSnippet, { saved_snippet_id: id });
}

/** Ways in which messages of a channel are told. */
export const CHANNEL_WAYS = [
  'desktop_notifications',
  'audible_notifications',
  'email_notifications',
  'push_notifications',
] as const;
export type ChannelWay = (typeof CHANNEL_WAYS)[number];
export type ChannelWays = Readonly<Record<ChannelWay, boolean>>;

export function setChannelWays(chat: Chat, channelId: number, ways: Partial<ChannelWays>): Promise<void> {
  const changes = CHANNEL_WAYS.flatMap((property) => {
    const value = ways[property];
    return value === undefined ? [] : [{ property, value }];
  });
  return changeSubscription(chat, channelId, changes);
}

export type OwnUpload = Awaited<ReturnType<typeof readUploads>>['uploads'][number];

/** Files that the user uploaded, newest first, and the bytes of all files of the organization. */
export async function readUploads({ client }: Chat) {
  const { attachments, upload_space_used: organizationBytes } = await client.call(getAttachments);
  return { uploads: attachments.toReversed(), organizationBytes };
}

export async function removeUpload({ client }: Chat, id: number): Promise<void> {
  await client.call(removeAttachment, { attachment_id: id });
}
