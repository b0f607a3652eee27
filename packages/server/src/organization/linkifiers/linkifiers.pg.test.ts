import {
  addLinkifier,
  getLinkifiers,
  removeLinkifier,
  reorderLinkifiers,
  updateLinkifier,
} from '@parley/contract/endpoints/linkifiers.ts';
import { getEvents, registerQueue } from '@parley/contract/endpoints/queues.ts';
import { afterEach, beforeAll, afterAll, expect, test } from 'vitest';
import { sql } from '../../engine/db/sql.ts';
import { startTestServer, type TestUser, type TestServer } from '@parley/test-support/harness.ts';
import { raw } from '@parley/test-support/raw.ts';

let server: TestServer;
let admin: TestUser;
let member: TestUser;
beforeAll(async () => {
  server = await startTestServer();
  admin = await server.user({ role: 200 });
  member = await server.user();
});
afterEach(() => server.server.world.pool.all(sql`delete from linkifier`));
afterAll(() => server.stop());

const REFUSED = { status: 400, code: 'BAD_REQUEST' };
const issue = { pattern: '#(?P<id>[0-9]+)', url_template: 'https://example.com/{id}' };

async function add(change: Partial<typeof issue> = {}) {
  return (await admin.connection.call(addLinkifier, { ...issue, ...change })).id;
}

function update(filter_id: number, change: Record<string, unknown>) {
  return admin.connection.call(updateLinkifier, { filter_id, ...issue, ...change });
}

async function list() {
  return (await member.connection.call(getLinkifiers)).linkifiers;
}

const capable = { notification_settings_null: false, linkifier_url_template: true };

test('everybody sees the linkifiers, only administrators change them', async () => {
  const id = await add();
  expect(await list()).toEqual([
    { id, ...issue, example_input: null, reverse_template: null, alternative_url_templates: [] },
  ]);
  for (const [method, path] of [
    ['POST', '/realm/filters'],
    ['PATCH', `/realm/filters/${id}`],
    ['DELETE', `/realm/filters/${id}`],
    ['PATCH', '/realm/linkifiers'],
  ] as const) {
    const answer = await raw(server, `/api/v1${path}`, { method, as: member });
    expect([answer.status, answer.json()['code']]).toEqual([400, 'UNAUTHORIZED_PRINCIPAL']);
  }
});

test('a missing pattern is reported before a missing template, both before an unknown id', async () => {
  const ask = async (form: Record<string, string>) =>
    (await raw(server, '/api/v1/realm/filters/999999', { method: 'PATCH', as: admin, form })).json();
  expect(await ask({})).toMatchObject({ code: 'REQUEST_VARIABLE_MISSING', var_name: 'pattern' });
  expect(await ask({ pattern: 'x' })).toMatchObject({
    code: 'REQUEST_VARIABLE_MISSING',
    var_name: 'url_template',
  });
  expect(await ask({ pattern: 'x', url_template: 'y', alternative_url_templates: 'nope' })).toMatchObject({
    code: 'BAD_REQUEST',
  });
});

test('unknown linkifiers, and those of other organizations, cannot be changed or removed', async () => {
  const realmId = await server.realm('foreign');
  const stranger = await server.user({ realmId, role: 100, host: 'foreign.parley.test' });
  const id = await add();
  await expect(update(999_999, {})).rejects.toMatchObject(REFUSED);
  await expect(stranger.connection.call(removeLinkifier, { filter_id: id })).rejects.toMatchObject(REFUSED);
  await expect(stranger.connection.call(updateLinkifier, { filter_id: id, ...issue })).rejects.toMatchObject(
    REFUSED,
  );
  expect(await list()).toHaveLength(1);
});

test('every change tells all that understand templates the whole list, in order', async () => {
  const queue = await member.connection.call(registerQueue, {
    event_types: ['realm_linkifiers'],
    client_capabilities: capable,
  });
  const older = await member.connection.call(registerQueue, { event_types: ['realm_linkifiers'] });
  expect(queue.realm_linkifiers).toEqual([]);
  const first = await add();
  const second = await add({ pattern: 'T(?P<id>[0-9]+)' });
  await update(first, { url_template: ' https://new.example.com/{id} ', pattern: ' GH-(?P<id>[0-9]+) ' });
  await admin.connection.call(reorderLinkifiers, { ordered_linkifier_ids: [second, first] });
  await admin.connection.call(removeLinkifier, { filter_id: second });
  const { events } = await member.connection.call(getEvents, {
    queue_id: queue.queue_id,
    last_event_id: queue.last_event_id,
    dont_block: true,
  });
  const seen = events.map((event) =>
    event.type === 'realm_linkifiers'
      ? event.realm_linkifiers.map(({ id, pattern }) => [id, pattern])
      : event,
  );
  expect(seen).toEqual([
    [[first, issue.pattern]],
    [
      [first, issue.pattern],
      [second, 'T(?P<id>[0-9]+)'],
    ],
    [
      [first, 'GH-(?P<id>[0-9]+)'],
      [second, 'T(?P<id>[0-9]+)'],
    ],
    [
      [second, 'T(?P<id>[0-9]+)'],
      [first, 'GH-(?P<id>[0-9]+)'],
    ],
    [[first, 'GH-(?P<id>[0-9]+)']],
  ]);
  expect(await list()).toMatchObject([{ id: first, url_template: 'https://new.example.com/{id}' }]);
  const later = { dont_block: true, queue_id: older.queue_id, last_event_id: older.last_event_id };
  expect(await member.connection.call(getEvents, later)).toMatchObject({ events: [] });
});

test('registration shows linkifiers only to clients that understand their templates', async () => {
  const id = await add();
  const register = (client_capabilities: typeof capable | { notification_settings_null: boolean }) =>
    member.connection.call(registerQueue, { fetch_event_types: ['realm_linkifiers'], client_capabilities });
  expect(await register(capable)).toMatchObject({ realm_linkifiers: [{ id }] });
  expect(await register({ notification_settings_null: false })).toMatchObject({ realm_linkifiers: [] });
});

test('what cannot work is refused with the reason at its part, and changes nothing', async () => {
  const id = await add();
  await expect(update(id, { pattern: '(foo' })).rejects.toMatchObject({
    ...REFUSED,
    body: { errors: { __all__: [expect.any(String)] } },
  });
  await expect(update(id, { url_template: '{id' })).rejects.toMatchObject({
    body: { errors: { url_template: [expect.any(String)] } },
  });
  await expect(update(id, { pattern: ' ' })).rejects.toMatchObject({
    body: { errors: { pattern: [expect.any(String)] } },
  });
  await expect(update(id, { reverse_template: '#{id}' })).rejects.toMatchObject({
    body: { required_parameter: 'example_input', set_parameter: 'reverse_template' },
  });
  expect(await list()).toMatchObject([issue]);
});

test('a pattern that takes too long for some texts is refused', async () => {
  const id = await add();
  const slow = { pattern: '(?P<id>a(?:.*b)?)' };
  for (const change of [() => add(slow), () => update(id, slow)])
    await expect(change()).rejects.toMatchObject({
      ...REFUSED,
      body: { errors: { pattern: ['The pattern takes too long for some texts. Use a simpler one.'] } },
    });
  const huge = `(?P<id>(?:${'[a-m]{1,40}|'.repeat(10)}x)+)`;
  await expect(add({ pattern: huge })).rejects.toThrow(
    'The pattern cannot be used: The pattern is too complex',
  );
  expect(await list()).toMatchObject([issue]);
});

test('examples and reverse templates stay when they are left out and go when they are empty', async () => {
  const id = await add();
  await update(id, { example_input: ' #12 ', reverse_template: '#{id}' });
  expect(await list()).toMatchObject([{ example_input: '#12', reverse_template: '#{id}' }]);
  await update(id, { pattern: 'T(?P<id>[0-9]+)' });
  expect(await list()).toMatchObject([{ example_input: '#12', reverse_template: '#{id}' }]);
  await expect(update(id, { example_input: '', reverse_template: '#{id}' })).rejects.toMatchObject(REFUSED);
  await update(id, { reverse_template: '' });
  expect(await list()).toMatchObject([{ example_input: '#12', reverse_template: null }]);
});

test('further templates stay when they are left out, and are held against the new pattern', async () => {
  const id = await add();
  const other = 'https://other.example.com/{id}';
  await update(id, { alternative_url_templates: [other] });
  await update(id, {});
  expect(await list()).toMatchObject([{ alternative_url_templates: [other] }]);
  await expect(
    update(id, { pattern: 'T(?P<n>[0-9]+)', url_template: 'https://example.com/{n}' }),
  ).rejects.toMatchObject(REFUSED);
  await expect(update(id, { alternative_url_templates: [issue.url_template] })).rejects.toMatchObject(
    REFUSED,
  );
  await update(id, { alternative_url_templates: [] });
  expect(await list()).toMatchObject([{ alternative_url_templates: [] }]);
});

test('a pattern is there once in an organization', async () => {
  await add();
  await expect(add()).rejects.toMatchObject({
    ...REFUSED,
    body: { errors: { __all__: [expect.any(String)] } },
  });
  const id = await add({ pattern: 'T(?P<id>[0-9]+)' });
  await expect(update(id, {})).rejects.toMatchObject(REFUSED);
});

test('an order names every linkifier once', async () => {
  await admin.connection.call(reorderLinkifiers, { ordered_linkifier_ids: [] });
  const [a, b] = [await add(), await add({ pattern: 'T(?P<id>[0-9]+)' })];
  for (const ordered_linkifier_ids of [[], [a], [a, a], [a, b, b], [a, 999_999], [a, b, 999_999]])
    await expect(admin.connection.call(reorderLinkifiers, { ordered_linkifier_ids })).rejects.toMatchObject(
      REFUSED,
    );
  await admin.connection.call(reorderLinkifiers, { ordered_linkifier_ids: [b, a] });
  expect((await list()).map(({ id }) => id)).toEqual([b, a]);
  const c = await add({ pattern: 'last(?P<id>[0-9]+)' });
  expect((await list()).map(({ id }) => id)).toEqual([b, a, c]);
});

test('no organization has more than a hundred, even when they come at the same time', async () => {
  const numbers = Array.from({ length: 98 }, (_, n) => n);
  await server.server.world.pool.all(
    sql`insert into linkifier (realm_id, pattern, url_template, display_order)
        select ${server.realmId}, 'p' || n, 'https://example.com', n from unnest(${numbers}::int[]) as n`,
  );
  const tries = await Promise.allSettled(
    Array.from({ length: 6 }, (_, n) => add({ pattern: `R${n}(?P<id>[0-9]+)` })),
  );
  expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(await list()).toHaveLength(100);
});
