import { items, numberAt, refused, same, success, type Item } from '@parley/rules/expect.ts';
import type { User } from '@parley/rules/ground.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';
import type { World } from '@parley/rules/world.ts';

const LIST = 'get-audit-entries';
const LAST = 'get-last-changes';
const PATH = '/realm/audit';

async function entries(w: World, query: Item = {}, as?: User): Promise<readonly Item[]> {
  return items(success(await w.ask('GET', PATH, { as: as ?? (await w.owner()), query })), 'entries');
}

/** Makes a group, whose entry the rules look for; returns its id. */
async function makeGroup(w: World, as: User, name: string): Promise<number> {
  const form = { name, description: '', members: [as.id] };
  return numberAt(success(await w.ask('POST', '/user_groups/create', { as, form })), 'group_id');
}

export const auditRules: readonly Rule[] = [
  rule('AUD-1', LIST, 'A change has an entry with its author, operation, object and values.', async (w) => {
    const as = await w.owner();
    const name = w.unique('group');
    const id = await makeGroup(w, as, name);
    const [entry] = await entries(w, { object_type: 'group', object_id: id });
    const { action, kind, object, before, after, via } = entry ?? {};
    same(
      { action, kind, object, before, via },
      {
        action: 'group.created',
        kind: 'change',
        object: { type: 'group', id },
        before: {},
        via: 'create-user-group',
      },
      'the entry',
    );
    same(after, { name, description: '', members: [as.id], subgroups: [] }, 'the values');
    same((entry?.['actor'] as Item | undefined)?.['user_id'], as.id, 'the author');
  }),
  rule(
    'AUD-2',
    LIST,
    'Entries come newest first, and pages end before the entry that is given.',
    async (w) => {
      const as = await w.owner();
      await makeGroup(w, as, w.unique('one'));
      await makeGroup(w, as, w.unique('two'));
      const numbers = (await entries(w, { limit: 3 })).map((entry) => Number(entry['number']));
      same(
        numbers,
        numbers.toSorted((a, b) => b - a),
        'the order',
      );
      const next = await entries(w, { limit: 1, before: numbers[0] ?? 0 });
      same(next[0]?.['number'], numbers[1], 'the next page');
    },
  ),
  rule('AUD-3', LIST, 'Entries are filtered by author, kind, action and time.', async (w) => {
    const as = await w.owner();
    await makeGroup(w, as, w.unique('group'));
    const found = await entries(w, {
      actor_id: as.id,
      kinds: ['change'],
      actions: ['group.created'],
      limit: 5,
    });
    same(
      found.every((entry) => entry['action'] === 'group.created'),
      true,
      'the action of all',
    );
    same(found.length > 0, true, 'the entry among them');
    same(await entries(w, { until: 1 }), [], 'entries before 1970');
    same(
      await entries(w, { actor_id: as.id, kinds: ['export'], since: 4_000_000_000 }),
      [],
      'exports of the future',
    );
  }),
  rule('AUD-4', LIST, 'Only administrators and owners read entries.', async (w) => {
    for (const role of [300, 400, 600]) {
      const as = await w.user({ role });
      refused(await w.ask('GET', PATH, { as }), 'UNAUTHORIZED_PRINCIPAL');
      refused(await w.ask('GET', `${PATH}/last-changes`, { as }), 'UNAUTHORIZED_PRINCIPAL');
    }
    await entries(w, { limit: 1 }, await w.user({ role: 200 }));
  }),
  rule('AUD-5', LIST, 'Entries of another organization are separate.', async (w) => {
    const name = w.unique('group');
    await makeGroup(w, await w.owner(), name);
    const others = await entries(await w.neighbour(), { actions: ['group.created'] });
    same(
      others.some((entry) => (entry['after'] as Item)['name'] === name),
      false,
      'the entry elsewhere',
    );
  }),
  rule('AUD-6', LIST, 'A message has no entry.', async (w) => {
    const as = await w.user();
    const form = { type: 'direct', to: [as.id], content: 'nothing to record' };
    success(await w.ask('POST', '/messages', { as, form }));
    same(await entries(w, { actor_id: as.id, kinds: ['change'] }), [], 'the entries of its sender');
  }),
  rule('AUD-7', LAST, 'A changed setting has its last change.', async (w) => {
    const as = await w.owner();
    for (const message_content_edit_limit_seconds of [1260, 1320])
      success(await w.ask('PATCH', '/realm', { as, form: { message_content_edit_limit_seconds } }));
    w.later(() => w.ask('PATCH', '/realm', { as, form: { message_content_edit_limit_seconds: 600 } }));
    const changes = items(success(await w.ask('GET', `${PATH}/last-changes`, { as })), 'changes');
    const found = changes.filter(({ field }) => field === 'message_content_edit_limit_seconds');
    const [newest] = await entries(w, { actions: ['organization.changed'], limit: 1 });
    same(
      found.map((change) => [change['entry_number'], change['user_id']]),
      [[newest?.['number'], as.id]],
      'the change',
    );
  }),
];
