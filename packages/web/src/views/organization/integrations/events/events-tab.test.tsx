import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleState } from '../../../../../test/components/examples.ts';
import { show } from '../../../../../test/components/show.tsx';
import { shownKept } from '../../../../parts/kept-store.ts';
import { openQuestion } from '../../../../parts/question-store.ts';
import { IntegrationsPage } from '../integrations-page.tsx';

const PLACE = { view: 'organization', page: 'integrations/events' } as const;
const SINCE = Date.parse('2026-03-17T07:10Z') / 1000;

const running = {
  id: 7,
  url: 'https://stats.example/hook',
  event_types: ['realm_user', 'stream', 'subscription'],
  narrow: [],
  all_public_streams: false,
  apply_markdown: false,
  created: SINCE,
  last_event_id: 40,
  state: 'running',
  since: null,
  error: null,
};
const failing = {
  ...running,
  id: 8,
  url: 'https://ticket.example/parley',
  event_types: null,
  state: 'failing',
  since: SINCE,
  error: 'Bad Gateway',
};
const delivery = {
  event_id: 41,
  timestamp: SINCE,
  duration_ms: 1_250,
  url: failing.url,
  request: '{"type":"message","data":{}}',
  status: 502,
  response: 'Bad Gateway',
  error: 'The status is 502',
};

const LIST = '/event_subscriptions';
const answers = (): Record<string, object> => ({
  [LIST]: { event_subscriptions: [running, failing] },
  '/event_subscriptions/8/deliveries': { deliveries: [delivery] },
});
const shown = (given: Record<string, object> = answers()) =>
  show(<IntegrationsPage />, { state: exampleState(), place: PLACE, answers: given });

test('subscriptions say what they deliver and how they are', async () => {
  await shown();
  await expect.element(page.getByText('People, Channels. Running')).toBeVisible();
  await expect.element(page.getByText(/^All events\. Failing since .*Bad Gateway$/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Events 2' })).toBeVisible();
});

test('a subscription is made with its kinds of events, and its secret is shown once', async () => {
  const given: Record<string, object> = { [LIST]: { event_subscriptions: [], id: 9, secret: 'whsec_x' } };
  const { asked } = await shown(given);
  await expect.element(page.getByText(/^None yet\. A program of yours/)).toBeVisible();
  await page.getByRole('button', { name: 'New', exact: true }).click();
  await page.getByLabelText('Address').fill('https://a.example/hook');
  await page.getByRole('checkbox', { name: 'All events' }).click();
  await page.getByRole('checkbox', { name: 'Messages', exact: true }).click();
  await expect.element(page.getByRole('button', { name: 'Create' })).toBeDisabled();
  await page.getByRole('checkbox', { name: 'Reactions' }).click();
  await page.getByRole('button', { name: 'Create' }).click();
  await expect.element(page.getByLabelText('Secret', { exact: true })).toHaveValue('whsec_x');
  const body = asked.find(({ method }) => method === 'POST')?.body;
  expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
    url: 'https://a.example/hook',
    event_types: '["reaction"]',
    all_public_streams: 'false',
    apply_markdown: 'false',
  });
});

test('a pause is taken back with Undo', async () => {
  const { asked } = await shown();
  const bodies = () => asked.filter(({ method }) => method === 'PATCH').map(({ body }) => body);
  await page.getByRole('button', { name: 'Pause stats.example/hook' }).click();
  await expect.poll(bodies).toEqual(['paused=true']);
  await expect.poll(() => shownKept.get()?.text).toBe('Paused: stats.example/hook');
  shownKept.get()?.undo?.();
  await expect.poll(bodies).toEqual(['paused=true', 'paused=false']);
});

test('a delivery shows request and response, and is sent again', async () => {
  const { asked } = await shown();
  await page.getByRole('button', { name: 'Deliveries ticket.example/parley' }).click();
  await expect.element(page.getByText('message: The status is 502')).toBeVisible();
  await expect.element(page.getByText('1.3 s')).toBeVisible();
  await page.getByRole('button', { name: 'Show the delivery of event 41' }).click();
  await expect.element(page.getByText('Bad Gateway', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Send again from here' }).click();
  await expect.poll(() => asked.find(({ path }) => path.endsWith('/replay'))?.body).toBe('last_event_id=40');
});

test('a subscription is deleted after a question', async () => {
  const { asked } = await shown();
  await page.getByRole('button', { name: 'Actions for stats.example/hook' }).click();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect.poll(() => openQuestion.get()?.title).toBe('Delete the event subscription?');
  openQuestion.get()?.answer(true);
  await expect
    .poll(() => asked.map(({ method, path }) => `${method} ${path}`))
    .toContain('DELETE /event_subscriptions/7');
});

test('a failure to read the subscriptions is told', async () => {
  await show(<IntegrationsPage />, { state: exampleState(), place: PLACE, refused: [LIST] });
  await expect.element(page.getByText('The server has a problem.')).toBeVisible();
});
