// A bot with a handler of each kind, on the installed package.
import { createBot } from '@parley/client';
import { fromZuliprc } from '@parley/client/node';

const bot = createBot(fromZuliprc(process.env.ZULIPRC));

bot
  .command('add', (message, { words }) => message.reply(`added ${words.length}: ${words.join(' and ')}`))
  .command('fail', () => {
    throw new Error('broken on purpose');
  })
  .onDirect((message) => message.reply(`first: ${message.text}`))
  .onDirect(async (message) => {
    await message.reply(`second: ${message.text}`);
    await message.react('tada');
    await message.react('tada');
  })
  .onMention((message) => message.reply(`${message.channel?.name} > ${message.topic}: ${message.text}`))
  .onMessage((message) => console.log(`heard ${message.text}`))
  .on('reaction', ({ op, emoji_name, user_id }, me) => {
    if (user_id !== me.user_id) console.log(`${op} ${emoji_name}`);
  })
  .onReady((me) => console.log(`${me.full_name} listens.`));

await bot.run();
