import type { State } from '@parley/client';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleState, ME, type StateParts } from '../../../../test/components/examples.ts';
import { show, type Shown } from '../../../../test/components/show.tsx';
import type { AuditEntry } from '../../../data/actions/audit-actions.ts';
import { now } from '../../../data/clock.ts';
import { OrganizationView } from '../organization-view.tsx';

const PATH = '/realm/audit';
const view = <OrganizationView page="log" />;

function organization(parts: StateParts = {}): State {
  return exampleState({ is_admin: true, is_owner: true, ...parts });
}

function example(number: number, parts: Partial<AuditEntry>): AuditEntry {
  return {
    number,
    time: now() / 1000,
    kind: 'change',
    action: 'organization.changed',
    actor: { kind: 'user', user_id: ME, role: 100, credential_id: 5, login_time: 1_770_000_000 },
    via: 'update-realm',
    object: { type: 'organization', id: null },
    before: {},
    after: {},
    address: '192.0.2.7',
    client: 'Firefox on Linux',
    hash: 'ab'.repeat(32),
    ...parts,
  };
}

const limit = example(9, {
  before: { message_content_delete_limit_seconds: 600 },
  after: { message_content_delete_limit_seconds: 3600 },
});
const role = example(8, {
  action: 'user.changed',
  object: { type: 'user', id: 11 },
  before: { role: 400 },
  after: { role: 600 },
});
const secret = example(7, {
  action: 'secret.rotated',
  actor: { kind: 'operator', user_id: null, role: null, credential_id: null, login_time: null },
  object: null,
});
const granted = example(6, {
  action: 'user.changed',
  object: { type: 'user', id: 12 },
  after: { can_create_users: true },
});
const holders = example(5, {
  before: { can_create_groups: 101 },
  after: { can_create_groups: { direct_members: [11], direct_subgroups: [] } },
});
const rest = { newest: 9, removed: 0, found_oldest: true };
const answers = { [PATH]: { entries: [limit, role, secret, granted, holders], ...rest } };

test('entries are told in words, with the values before and after', async () => {
  await show(view, { state: organization(), answers });
  const row = (name: RegExp) => page.getByRole('row', { name });
  await expect.element(row(/Delete own messages within/).getByText('10 minutes')).toBeInTheDocument();
  await expect.element(row(/Delete own messages within/).getByText('1 hour')).toBeInTheDocument();
  await expect.element(row(/Role of Bram Okafor/).getByText('Member')).toBeInTheDocument();
  await expect.element(row(/Chen Wei/).getByText('on')).toBeInTheDocument();
  await expect.element(row(/roups/).getByText('Bram Okafor')).toBeInTheDocument();
  await expect.element(row(/Secret of the server/).getByText('Operator')).toBeInTheDocument();
});

test('the filters are those of the request, and older entries follow the last one', async () => {
  let asked: Shown['asked'] = [];
  const last = () => Object.fromEntries(asked.at(-1)?.query ?? []);
  const pages = { newest: 40, removed: 0, found_oldest: false };
  const many = {
    get [PATH](): object {
      return { entries: [last()['before'] === undefined ? limit : role], ...pages };
    },
  };
  ({ asked } = await show(view, { state: organization(), answers: many }));
  await expect.poll(() => last()['kinds']).toBe('["change"]');
  await page.getByRole('button', { name: 'Log-ins' }).click();
  await expect.poll(() => last()['kinds']).toBe('["access"]');
  await page.getByRole('button', { name: 'Show older' }).click();
  await expect.poll(() => last()['before']).toBe('9');
  await page.getByRole('button', { name: /When$/ }).click();
  await page.getByRole('menuitemradio', { name: 'At any time' }).click();
  await expect.poll(() => last()).toEqual({ kinds: '["access"]', limit: '50' });
});

test('the chosen entry shows where it came from, and a setting goes back', async () => {
  const place = { view: 'organization', page: 'log/9' } as const;
  const state = organization({ realm_message_content_delete_limit_seconds: 3600 });
  const { asked } = await show(<OrganizationView page="log/9" />, { state, answers, place });
  const panel = page.getByRole('complementary', { name: 'Entry' });
  await expect.element(panel.getByText('Firefox on Linux, 192.0.2.7')).toBeInTheDocument();
  await expect.element(panel.getByText('message_content_delete_limit_seconds: 600')).toBeInTheDocument();
  await panel.getByRole('button', { name: 'Set it back' }).click();
  await expect.poll(() => asked.at(-1)?.body).toBe('message_content_delete_limit_seconds=600');
});

test('people who are no administrators are told who sees the log', async () => {
  const { asked } = await show(view, { state: organization({ is_admin: false, is_owner: false }) });
  await expect.element(page.getByText('Owners and administrators see the log')).toBeVisible();
  expect(asked.filter(({ path }) => path === PATH)).toEqual([]);
});

test('a refusal is told, and tried again', async () => {
  await show(view, { state: organization(), refused: [PATH] });
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('a setting says who changed it last', async () => {
  const change = {
    field: 'allow_message_editing',
    entry_number: 3,
    time: now() / 1000,
    actor_kind: 'user',
    user_id: 11,
  };
  await show(<OrganizationView page="messages" />, {
    state: organization({ realm_allow_message_editing: true }),
    answers: { [`${PATH}/last-changes`]: { changes: [change] } },
  });
  await expect.element(page.getByText('Changed by Bram Okafor, Today')).toBeVisible();
});
