import type { ArgumentsOf, operations } from '@parley/client';
import { deleteBot, getBotApiKey, regenerateBotApiKey, updateBot } from '@parley/contract/endpoints/bots.ts';
import type { Chat } from '../chat.ts';

export type NewBot = ArgumentsOf<(typeof operations)['createBot']>;
export type BotChange = Omit<ArgumentsOf<typeof updateBot>, 'bot_id'>;

/** A bot that was just created, with the key that its program needs. */
export type MadeBot = { readonly userId: number; readonly apiKey: string };

/** Creates a bot of the user. Like the changes below, it rejects with the refusal of the server. */
export async function createBot({ client }: Chat, bot: NewBot, picture?: Blob): Promise<MadeBot> {
  const { user_id: userId, api_key: apiKey } = await client.createBot(bot, withPicture(picture));
  return { userId, apiKey };
}

export async function changeBot(
  { client }: Chat,
  botId: number,
  change: BotChange,
  picture?: Blob,
): Promise<void> {
  await client.call(updateBot, { bot_id: botId, ...change }, withPicture(picture));
}

/** Ends a bot: its key opens nothing any more. */
export async function endBot({ client }: Chat, botId: number): Promise<void> {
  await client.call(deleteBot, { bot_id: botId });
}

export async function readBotKey({ client }: Chat, botId: number): Promise<string> {
  const { api_key: key } = await client.call(getBotApiKey, { bot_id: botId });
  return key;
}

/** Ends the key of a bot. Only the owner of the bot gets the new one. */
export async function replaceBotKey({ client }: Chat, botId: number): Promise<string | undefined> {
  const { api_key: key } = await client.call(regenerateBotApiKey, { bot_id: botId });
  return key;
}

function withPicture(picture: Blob | undefined) {
  return picture === undefined ? {} : { file: { name: 'picture', content: picture } };
}
