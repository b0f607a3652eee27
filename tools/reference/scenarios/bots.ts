import { operations as api } from '@parley/contract/endpoints.ts';
import type { Actor, Recorder } from '../recorder.ts';

/** Bots, what they keep, and their keys. */
export async function bots({ show, prepare, refuse, amara, jonas }: Recorder): Promise<void> {
  const made = await show(api.createBot, amara, { full_name: 'Dome Bot', short_name: 'dome' });
  const bot_id = made.user_id;
  await show(api.getBots, amara, {});
  await show(api.updateBot, amara, { bot_id, full_name: 'Weather Bot', default_sending_stream: 'sky' });
  const bot: Actor = { id: bot_id, email: 'dome-bot@chat.example.org', key: made.api_key };
  await show(api.updateBotStorage, bot, { storage: { 'last-report': 'clear, wind from the west' } });
  await show(api.getBotStorage, bot, { keys: ['last-report'] });
  await show(api.removeBotStorage, bot, { keys: ['last-report'] });
  const { id: message_id } = await prepare(api.sendMessage, bot, {
    type: 'direct',
    to: [amara.id],
    content: '',
    stream: true,
  });
  await show(api.appendToMessage, bot, { message_id, content: 'Clear until ' }, { waiting: amara });
  await show(api.stopMessage, amara, { message_id });
  await refuse('MESSAGE_STREAM_ENDED', api.appendToMessage, bot, { message_id, content: 'midnight.' });
  await show(api.getBotApiKey, amara, { bot_id });
  await show(api.regenerateBotApiKey, amara, { bot_id });
  await show(api.deleteBot, amara, { bot_id });
  const other = await prepare(api.createBot, amara, { full_name: 'Tide Bot', short_name: 'tide' });
  await prepare(api.updateBot, amara, { bot_id: other.user_id, bot_owner_id: jonas.id });
}
