import { eventually } from '@parley/rules/eventually.ts';
import { holds, items, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-personal-exports';
const ASK = 'create-personal-export';
const PATH = '/users/me/exports';

async function list(w: World, as: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', PATH, { as })), 'exports');
}

/** The newest export, which has ended. */
function ended(w: World, as: User): Promise<Item> {
  return eventually('an export that has ended', async () => {
    const [newest] = await list(w, as);
    return newest === undefined || newest['state'] === 'pending' ? undefined : newest;
  });
}

export const personalExportRules: readonly Rule[] = [
  rule('PEX-1', ASK, 'An export of the own data becomes ready, with an address and its bytes.', async (w) => {
    const as = await w.user();
    const { id } = success(await w.ask('POST', PATH, { as })).body;
    const made = await ended(w, as);
    same([made['id'], made['state']], [id, 'ready'], 'the export');
    holds(Number(made['size']) > 0, 'its bytes', made);
    holds(String(made['url']).includes('/user_uploads/personal/'), 'its address', made);
    holds(Number(made['expires']) > Number(made['requested']), 'its end', made);
  }),
  rule('PEX-2', LIST, 'Exports of other users are not listed.', async (w) => {
    success(await w.ask('POST', PATH, { as: await w.user() }));
    same(await list(w, await w.user()), [], 'the list of another user');
  }),
  rule('PEX-3', ASK, 'Bots have no exports.', async (w) => {
    const as = await w.bot(await w.user());
    refused(await w.ask('GET', PATH, { as }));
    refused(await w.ask('POST', PATH, { as }));
  }),
];
