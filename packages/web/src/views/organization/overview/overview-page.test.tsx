import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleChannel, exampleState, exampleUser, ME } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { OverviewPage } from './overview-page.tsx';

const FAILING = { id: 7, url: 'https://ticket.example/parley', state: 'failing' };
const RUNNING = { id: 8, url: 'https://stats.example', state: 'running' };
const READY = { id: 1, export_time: 1_772_000_000, export_url: 'https://example.org/x.tar' };
const DELETED = { ...READY, id: 2, export_url: null };
const CHECKED = { id: 5, source: 'slack', state: 'checked' };
const DONE = { ...CHECKED, id: 6, state: 'done' };

const answers = {
  '/attachments': { attachments: [], upload_space_used: 12_400_000 },
  '/event_subscriptions': { event_subscriptions: [FAILING, RUNNING] },
  '/export/realm': { exports: [READY, DELETED] },
  '/import/realm': { imports: [DONE, CHECKED] },
};

const state = (parts: object = {}) =>
  exampleState({
    is_admin: true,
    is_owner: true,
    zulip_version: '0.4.0',
    realm_upload_quota_mib: 50,
    subscriptions: [exampleChannel(1, 'dome'), exampleChannel(2, 'board', { invite_only: true })],
    realm_users: [
      exampleUser(ME, 'Iris Lindqvist', { is_owner: true }),
      exampleUser(11, 'Bram Okafor', { is_guest: true }),
      exampleUser(12, 'Weather', { is_bot: true }),
    ],
    ...parts,
  });

test('figures count people, channels and files', async () => {
  await show(<OverviewPage />, { state: state(), answers });
  await expect.element(page.getByText('Owned by Iris Lindqvist. Parley 0.4.0')).toBeVisible();
  await expect.element(page.getByText('1 of them is a guest')).toBeVisible();
  await expect.element(page.getByText('1 private')).toBeVisible();
  await expect.element(page.getByText('12 MB')).toBeVisible();
  await expect.element(page.getByText('of 52 MB')).toBeVisible();
});

test('what waits for somebody is named, and what is done is not', async () => {
  await show(<OverviewPage />, { state: state(), answers });
  const list = page.getByRole('list', { name: 'Needs a look' });
  await expect.element(list.getByText(/^An event subscription is failing: ticket/)).toBeVisible();
  await expect.element(list.getByText('An import from Slack waits for you')).toBeVisible();
  await expect.element(list.getByText(/^An export is ready/)).toBeVisible();
  await expect.poll(() => list.getByRole('listitem').all().length).toBe(3);
});

test('members see no exports and imports, and nothing is asked for them', async () => {
  const { asked } = await show(<OverviewPage />, {
    state: state({ is_admin: false, is_owner: false }),
    answers: { ...answers, '/event_subscriptions': { event_subscriptions: [] } },
  });
  await expect.element(page.getByText('Nothing. All is well.')).toBeVisible();
  expect(asked.map(({ path }) => path).toSorted()).toEqual(['/attachments', '/event_subscriptions']);
});

test('a failure is told', async () => {
  await show(<OverviewPage />, { state: state(), answers, refused: ['/export/realm'] });
  await expect.element(page.getByText('The server has a problem.')).toBeVisible();
});
