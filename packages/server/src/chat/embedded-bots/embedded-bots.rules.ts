import { room } from '@parley/rules/steps/channels.ts';
import { eventually } from '@parley/rules/eventually.ts';
import { items, numberAt, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';
import { saidBy, sent } from '@parley/rules/steps/sending.ts';

const CREATE = 'create-bot';
const SEND = 'send-message';

type Converter = { readonly id: number; readonly mention: string };

function create(w: World, as: User, form: Item) {
  const name = w.unique('Converter ');
  return {
    name,
    answer: w.ask('POST', '/bots', {
      as,
      form: { short_name: w.unique('conv'), full_name: name, bot_type: 4, ...form },
    }),
  };
}

async function converter(w: World, as: User): Promise<Converter> {
  const { name, answer } = create(w, as, { service_name: 'converter' });
  return { id: numberAt(success(await answer), 'user_id'), mention: `@**${name}**` };
}

/** Waits for the texts of a bot, which answers later than the request that calls it. */
function answersOf(w: World, as: User, { id }: Converter, count: number, narrow: readonly Item[]) {
  return eventually(`${count} answers`, async () => {
    const texts = await saidBy(w, as, id, narrow);
    return texts.length >= count ? texts : undefined;
  });
}

export const embeddedBotRules: readonly Rule[] = [
  rule('EMB-1', 'register-queue', 'The state has the services for embedded bots.', async (w) => {
    const state = await stateOf(w, await w.user(), 'realm_embedded_bots');
    same(items(state, 'realm_embedded_bots'), [{ name: 'converter', config: {} }], 'the services');
  }),
  rule('EMB-2', CREATE, 'An embedded bot needs the name of a service that the server has.', async (w) => {
    const owner = await w.owner();
    for (const form of [{}, { service_name: 'no such service' }])
      refused(await create(w, owner, form).answer);
  }),
  rule('EMB-3', CREATE, 'The service of an embedded bot is shown with its configuration.', async (w) => {
    const owner = await w.owner();
    const { id } = await converter(w, owner);
    const form = { config_data: { digits: '3' } };
    const events = await during(w, owner, ['realm_bot'], async () =>
      success(await w.ask('PATCH', `/bots/${id}`, { as: owner, form })),
    );
    const services = [{ service_name: 'converter', config_data: { digits: '3' } }];
    same(events, [{ type: 'realm_bot', op: 'update', bot: { user_id: id, services } }], 'the events');
    const bots = items(await stateOf(w, owner, 'realm_bot'), 'realm_bots');
    same(bots.find(({ user_id }) => user_id === id)?.['services'], services, 'the services');
  }),
  rule('EMB-4', SEND, 'A mention of an embedded bot is answered in its topic, once.', async (w) => {
    const user = await w.user();
    const bot = await converter(w, await w.owner());
    const { id } = await room(w, user);
    const say = (content: string) => sent(w, user, { type: 'channel', to: id, topic: 'units', content });
    await say(`${bot.mention} 2 km to m`);
    await say(bot.mention.replace('@', '@_'));
    await say(`${bot.mention} 3 km to m`);
    const narrow = [
      { operator: 'channel', operand: id },
      { operator: 'topic', operand: 'units' },
    ];
    same(
      await answersOf(w, user, bot, 2, narrow),
      ['2 km = 2000 m', '3 km = 3000 m'],
      'the texts of the bot',
    );
  }),
  rule('EMB-5', SEND, 'A direct message to an embedded bot is answered there.', async (w) => {
    const user = await w.user();
    const bot = await converter(w, await w.owner());
    await sent(w, user, { type: 'direct', to: [bot.id], content: '0 C to F' });
    const narrow = [{ operator: 'dm', operand: [bot.id] }];
    same(await answersOf(w, user, bot, 1, narrow), ['0 °C = 32 °F'], 'the text of the bot');
  }),
];
