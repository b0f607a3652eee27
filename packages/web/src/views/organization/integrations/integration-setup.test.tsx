import type { State } from '@parley/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { exampleMessage, exampleState, exampleUser, ME } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { IntegrationsPage } from './integrations-page.tsx';

const GITHUB = { view: 'organization', page: 'integrations/github' } as const;
const PRODUCTS = { view: 'organization', page: 'integrations' } as const;

const integrations = [
  { name: 'json', display_name: 'JSON', all_event_types: null, config_options: [], url_options: [] },
  {
    name: 'github',
    display_name: 'GitHub',
    all_event_types: ['push_commits', 'star'],
    config_options: [],
    url_options: [{ key: 'branches', label: 'Branches', input_type: 'text' }],
  },
];

function state(): State {
  return exampleState({
    realm_url: 'https://observatory.example.org',
    realm_incoming_webhook_bots: integrations,
    realm_bots: [],
    realm_users: [
      exampleUser(ME, 'Iris Lindqvist', { role: 100 }),
      exampleUser(20, 'Weather', { is_bot: true, bot_type: 2, bot_owner_id: ME }),
      exampleUser(21, 'Of Bram', { is_bot: true, bot_type: 2, bot_owner_id: 11 }),
    ],
  });
}

const answers = {
  '/integrations/github': {
    name: 'github',
    display_name: 'GitHub',
    about: 'Posts pushes.',
    setup: 'Paste the address below Webhooks.',
    samples: [{ headers: { 'X-GitHub-Event': 'push' }, query: {}, body: '{"ref": "main"}' }],
  },
  '/bots/20/api_key': { api_key: 'known-key' },
};

const sent: Request[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.spyOn(globalThis, 'fetch').mockImplementation((input, init) => {
    sent.push(new Request(input, init));
    return Promise.resolve(Response.json({ result: 'success', msg: '' }));
  });
});
afterEach(() => vi.restoreAllMocks());

test('a product is found by its name', async () => {
  await show(<IntegrationsPage />, { state: state(), place: PRODUCTS });
  await expect.element(page.getByRole('link', { name: 'JSON' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Find a product' }).fill('git');
  await expect.element(page.getByRole('link', { name: 'GitHub' })).toBeVisible();
  expect(page.getByRole('link', { name: 'JSON' }).query()).toBeNull();
});

test('the address follows the choices, and only own bots are offered', async () => {
  await show(<IntegrationsPage />, { state: state(), place: GITHUB, answers });
  const bot = page.getByLabelText('Bot that writes');
  await expect.element(bot).toBeVisible();
  expect(page.getByRole('option', { name: 'Of Bram' }).query()).toBeNull();
  await bot.selectOptions('Weather');
  const address = page.getByLabelText('Address', { exact: true });
  const start = 'https://observatory.example.org/api/v1/external/github?api_key=known-key';
  await expect.element(address).toHaveValue(start);
  await page.getByLabelText('Channel').selectOptions('dome');
  await page.getByLabelText('Topic').fill('pushes');
  await page.getByText('All events').click();
  await page.getByRole('button', { name: 'push_commits' }).click();
  await page.getByLabelText('Branches').fill('main');
  await expect
    .element(address)
    .toHaveValue(`${start}&stream=1&topic=pushes&only_events=%5B%22push_commits%22%5D&branches=main`);
  await expect.element(page.getByText('Paste the address below Webhooks.')).toBeVisible();
  await expect.element(page.getByText(/^curl -X POST/)).toBeVisible();
});

test('a test is sent as the product would, without the session, and its message is named', async () => {
  const messages: object[] = [];
  const { went } = await show(<IntegrationsPage />, {
    state: state(),
    place: GITHUB,
    answers: {
      ...answers,
      '/messages': { messages, found_oldest: true, found_newest: true, anchor: 0 },
      '/messages/40': { message: exampleMessage(40, 'pushed', { sender_id: 20 }) },
    },
  });
  await page.getByLabelText('Bot that writes').selectOptions('Weather');
  await page.getByLabelText('Channel').selectOptions('dome');
  vi.mocked(globalThis.fetch).mockImplementation((input, init) => {
    sent.push(new Request(input, init));
    messages.push(exampleMessage(40, 'pushed', { sender_id: 20 }));
    return Promise.resolve(Response.json({ result: 'success', msg: '' }));
  });
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.element(page.getByText(/^The test arrived in .*motors/)).toBeVisible();
  const [request] = sent;
  expect(request?.headers.get('x-github-event')).toBe('push');
  expect(request?.credentials).toBe('omit');
  expect(await request?.text()).toBe('{"ref": "main"}');
  await page.getByRole('button', { name: 'Open it' }).click();
  expect(went.at(-1)).toMatchObject({ view: 'messages', near: 40 });
});

test('the refusal of a test is shown', async () => {
  await show(<IntegrationsPage />, {
    state: state(),
    place: GITHUB,
    answers: { ...answers, '/messages': { messages: [] } },
  });
  await page.getByLabelText('Bot that writes').selectOptions('Weather');
  vi.mocked(globalThis.fetch).mockResolvedValue(
    Response.json({ result: 'error', msg: 'The channel is archived.' }, { status: 400 }),
  );
  await page.getByRole('button', { name: 'Send a test' }).click();
  await expect.element(page.getByText('The channel is archived.')).toBeVisible();
});
