import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { limits } from '../limits.ts';
import { json, optional } from '../parameter.ts';
import { isLongerThan, listUpTo, string } from '../primitives.ts';

const key = string.refine((text) => !isLongerThan(text, limits.botStorageKeyLength), {
  error: `longer than ${limits.botStorageKeyLength} characters`,
});
const storage = z.record(string, string);

export const getBotStorage = endpoint({
  id: 'get-bot-storage',
  method: 'GET',
  path: '/bot_storage',
  tag: 'bots',
  scope: 'organize',
  summary: 'Read what a bot keeps',
  doc: 'The texts that the caller keeps on the server, by their keys.',
  parameters: {
    keys: optional(
      json(
        listUpTo(string, limits.botStorageKeys),
        'Which texts; all of them when left out. Each of the keys must be there.',
      ),
    ),
  },
  result: { storage },
});

export const updateBotStorage = endpoint({
  id: 'update-bot-storage',
  method: 'PUT',
  path: '/bot_storage',
  tag: 'bots',
  scope: 'organize',
  summary: 'Keep texts of a bot',
  doc: `Stores each text under its key; other keys stay as they are. All keys and texts of one caller together have at most ${limits.botStorageLength} characters.`,
  parameters: {
    storage: json(
      z.record(key, string),
      `The texts by their keys. A key has at most ${limits.botStorageKeyLength} characters.`,
    ),
  },
});

export const removeBotStorage = endpoint({
  id: 'remove-bot-storage',
  method: 'DELETE',
  path: '/bot_storage',
  tag: 'bots',
  scope: 'organize',
  summary: 'Forget texts of a bot',
  doc: 'Removes texts that the caller keeps on the server; all of the named ones or none.',
  parameters: {
    keys: optional(
      json(
        listUpTo(string, limits.botStorageKeys),
        'Which texts; all of them when left out. Each of the keys must be there.',
      ),
    ),
  },
});
