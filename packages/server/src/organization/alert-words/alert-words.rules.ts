import { lacking, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import { during, stateOf } from '@parley/rules/steps/common.ts';
import type { World } from '@parley/rules/world.ts';

const GET = 'get-alert-words';
const ADD = 'add-alert-words';
const REMOVE = 'remove-alert-words';
const AT = '/users/me/alert_words';

function change(w: World, as: User, method: 'POST' | 'DELETE', form: Item) {
  return w.ask(method, AT, { as, form });
}

async function words(w: World, as: User, method: 'POST' | 'DELETE', ...alert_words: string[]) {
  return success(await change(w, as, method, { alert_words })).at('alert_words');
}

export const alertWordRules: readonly Rule[] = [
  rule('AW-1', GET, 'A new user has no alert words.', async (w) => {
    const answer = success(await w.ask('GET', AT, { as: await w.user() }));
    same(answer.body, { result: 'success', msg: '', alert_words: [] }, 'the body');
  }),
  rule('AW-2', ADD, 'The answer has all words, and so has the next look.', async (w) => {
    const as = await w.user();
    same(await words(w, as, 'POST', 'one'), ['one'], 'alert_words');
    same(await words(w, as, 'POST', 'two'), ['one', 'two'], 'alert_words');
    same(success(await w.ask('GET', AT, { as })).at('alert_words'), ['one', 'two'], 'alert_words');
  }),
  rule('AW-3', ADD, 'Words are trimmed, and blank ones left out.', async (w) =>
    same(await words(w, await w.user(), 'POST', '  a b ', ' ', ''), ['a b'], 'alert_words'),
  ),
  rule('AW-4', ADD, 'A word that is there in another letter case is skipped.', async (w) => {
    const as = await w.user();
    same(await words(w, as, 'POST', 'Word', 'WORD'), ['Word'], 'alert_words');
    same(await words(w, as, 'POST', 'wORD', 'Émile', 'éMILE'), ['Word', 'Émile'], 'alert_words');
  }),
  rule('AW-5', ADD, 'A word of 100 characters is accepted, one of 101 is not.', async (w) => {
    const as = await w.user();
    same(await words(w, as, 'POST', ` ${'😀'.repeat(100)} `), ['😀'.repeat(100)], 'alert_words');
    refused(await change(w, as, 'POST', { alert_words: ['fine', 'x'.repeat(101)] }));
    same(await words(w, as, 'POST'), ['😀'.repeat(100)], 'alert_words afterwards');
  }),
  rule('AW-6', ADD, 'The words are required, and a list of texts.', async (w) => {
    const as = await w.user();
    lacking(await change(w, as, 'POST', {}), 'alert_words');
    for (const alert_words of ['word', [1], { a: 'b' }, null])
      refused(await change(w, as, 'POST', { alert_words: JSON.stringify(alert_words) }));
  }),
  rule('AW-7', ADD, 'Every call is one event with the whole list, to the user alone.', async (w) => {
    const as = await w.user();
    const others = await w.listen(await w.owner(), { event_types: ['alert_words'], fetch_event_types: [] });
    const events = await during(w, as, ['alert_words'], async () => {
      await words(w, as, 'POST', 'a', 'b');
      await words(w, as, 'POST', 'A');
    });
    const told = { type: 'alert_words', alert_words: ['a', 'b'] };
    same(events, [told, told], 'the events');
    same(await others.events(), [], 'the events of somebody else');
  }),
  rule('AW-8', ADD, 'Guests and bots have alert words; a registration shows them.', async (w) => {
    for (const as of [await w.user({ role: 600 }), await w.bot(await w.owner())]) {
      await words(w, as, 'POST', 'alarm');
      same((await stateOf(w, as, 'alert_words')).at('alert_words'), ['alarm'], 'alert_words');
    }
  }),
  rule('AW-9', REMOVE, 'Letter case does not matter, and unknown words are ignored.', async (w) => {
    const as = await w.user();
    await words(w, as, 'POST', 'One', 'two');
    same(await words(w, as, 'DELETE', 'oNE', 'three'), ['two'], 'alert_words');
  }),
  rule('AW-10', REMOVE, 'Every call is one event, also when nothing was there.', async (w) => {
    const as = await w.user();
    const events = await during(w, as, ['alert_words'], () => words(w, as, 'DELETE', 'nothing'));
    same(events, [{ type: 'alert_words', alert_words: [] }], 'the events');
  }),
  rule('AW-11', REMOVE, 'The words are required.', async (w) =>
    lacking(await change(w, await w.user(), 'DELETE', {}), 'alert_words'),
  ),
];
