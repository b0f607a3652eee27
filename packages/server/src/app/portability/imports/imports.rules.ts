import { eventually } from '@parley/rules/eventually.ts';
import {
  holds,
  items,
  missing,
  numberAt,
  plain,
  refused,
  same,
  success,
  type Item,
} from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const BEGIN = 'create-realm-import';
const PART = 'upload-realm-import-part';
const LIST = 'get-realm-imports';
const GET = 'get-realm-import';
const START = 'start-realm-import';
const DELETE = 'delete-realm-import';
const PATH = '/import/realm';

/** An organization has one unfinished import, so they are made on servers of the suite's own only. */
function begin(w: World, as: User, form: Item = {}) {
  w.own();
  return w.ask('POST', PATH, { as, form: { source: 'slack', file_name: 'x.zip', size: 20, ...form } });
}

function send(w: World, as: User, id: unknown, offset: number, content: string) {
  const files = [{ name: 'part', content }];
  return w.ask('POST', `${PATH}/${String(id)}/parts/${offset}`, { as, files });
}

function remove(w: World, as: User, id: unknown) {
  return w.ask('DELETE', `${PATH}/${String(id)}`, { as });
}

async function find(w: World, as: User, id: unknown): Promise<Item> {
  return success(await w.ask('GET', `${PATH}/${String(id)}`, { as })).at('import') as Item;
}

/** An import whose archive arrives, deleted before the next rule begins one. */
async function whileReceiving(w: World, work: (id: number, as: User) => Promise<void>): Promise<void> {
  const as = await w.owner();
  const id = numberAt(success(await begin(w, as)), 'id');
  try {
    await work(id, as);
  } finally {
    await remove(w, as, id);
  }
}

export const realmImportRules: readonly Rule[] = [
  rule('IMP-1', BEGIN, 'An import waits for its archive, and is the only one.', async (w) =>
    whileReceiving(w, async (id, as) => {
      const { state, received, size, found, taken, problem, acting_user_id } = await find(w, as, id);
      same(
        { state, received, size, found, taken, problem, acting_user_id },
        {
          state: 'receiving',
          received: 0,
          size: 20,
          found: null,
          taken: null,
          problem: null,
          acting_user_id: as.id,
        },
        'the import',
      );
      refused(await begin(w, as));
    }),
  ),
  rule('IMP-2', BEGIN, 'An unknown source and an empty archive are refused.', async (w) => {
    for (const form of [{ source: 'fax' }, { size: 0 }, { size: -1 }])
      refused(await begin(w, await w.owner(), form));
  }),
  rule('IMP-3', PART, 'A part is taken at the end of what arrived, and nowhere else.', async (w) =>
    whileReceiving(w, async (id, as) => {
      same(numberAt(success(await send(w, as, id, 0, '12345')), 'received'), 5, 'the bytes');
      refused(await send(w, as, id, 0, '12345'));
      refused(await send(w, as, id, 6, '12345'));
      refused(await send(w, as, id, 5, '1234567890123456'));
      same((await find(w, as, id))['received'], 5, 'the bytes that arrived');
    }),
  ),
  rule('IMP-4', PART, 'After the last part the archive is checked; one that is none fails.', async (w) =>
    whileReceiving(w, async (id, as) => {
      success(await send(w, as, id, 0, 'no archive of a chat'));
      const ended = await eventually('a checked archive', async () => {
        const found = await find(w, as, id);
        return found['state'] === 'checking' ? undefined : found;
      });
      same(ended['state'], 'failed', 'the state');
      holds(String(ended['problem']).length > 0, 'the reason', ended);
      refused(await send(w, as, id, 20, 'x'));
    }),
  ),
  rule('IMP-5', LIST, 'Imports are listed, the newest first.', async (w) =>
    whileReceiving(w, async (id, as) => {
      const [newest] = items(success(await w.ask('GET', PATH, { as })), 'imports');
      same(newest, await find(w, as, id), 'the newest import');
    }),
  ),
  rule('IMP-6', GET, 'An import without messages has no samples and no notes.', async (w) =>
    whileReceiving(w, async (id, as) => {
      const answer = success(await w.ask('GET', `${PATH}/${id}`, { as }));
      same([answer.at('samples'), answer.at('notes')], [[], []], 'samples and notes');
      missing(await w.ask('GET', `${PATH}/999999999`, { as }));
    }),
  ),
  rule('IMP-7', START, 'An archive that was not checked is not imported.', async (w) =>
    whileReceiving(w, async (id, as) => {
      refused(await w.ask('POST', `${PATH}/${id}/start`, { as }));
      missing(await w.ask('POST', `${PATH}/999999999/start`, { as }));
    }),
  ),
  rule('IMP-8', DELETE, 'An import that was not started is gone when it is deleted.', async (w) => {
    const as = await w.owner();
    const id = numberAt(success(await begin(w, as)), 'id');
    plain(await remove(w, as, id));
    missing(await w.ask('GET', `${PATH}/${id}`, { as }));
    missing(await remove(w, as, id));
  }),
  rule('IMP-9', BEGIN, 'Imports are for owners.', async (w) => {
    const as = await w.user({ role: 200 });
    refused(await begin(w, as), 'UNAUTHORIZED_PRINCIPAL');
    refused(await w.ask('GET', PATH, { as }), 'UNAUTHORIZED_PRINCIPAL');
    refused(await w.ask('GET', `${PATH}/1`, { as }), 'UNAUTHORIZED_PRINCIPAL');
    refused(await send(w, as, 1, 0, 'x'), 'UNAUTHORIZED_PRINCIPAL');
    refused(await w.ask('POST', `${PATH}/1/start`, { as }), 'UNAUTHORIZED_PRINCIPAL');
    refused(await remove(w, as, 1), 'UNAUTHORIZED_PRINCIPAL');
  }),
];
