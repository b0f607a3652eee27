import { deactivateCustomEmoji, uploadCustomEmoji } from '@parley/contract/endpoints/custom-emoji.ts';
import type { Chat } from '../chat.ts';

/** Adds an emoji; rejects with the refusal of the server. */
export async function addEmoji({ client }: Chat, name: string, picture: Blob): Promise<void> {
  await client.call(uploadCustomEmoji, { emoji_name: name }, { file: { name, content: picture } });
}

/** Nobody can choose the emoji any more; where it was used it stays. */
export async function removeEmoji({ client }: Chat, name: string): Promise<void> {
  await client.call(deactivateCustomEmoji, { emoji_name: name });
}

/** The picture of an emoji, so that it can be added again. */
export async function readEmojiPicture(url: string): Promise<Blob> {
  const response = await fetch(url);
  if (!response.ok) throw new Error(response.statusText);
  return response.blob();
}
