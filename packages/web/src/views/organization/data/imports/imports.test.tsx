import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleMessage, exampleState, ME } from '../../../../../test/components/examples.ts';
import { show, type ShowOptions } from '../../../../../test/components/show.tsx';
import { openQuestion } from '../../../../parts/question-store.ts';
import { DataPage } from '../data-page.tsx';

const CHECKED = {
  id: 5,
  source: 'slack',
  state: 'checked',
  acting_user_id: ME,
  file_name: 'slack.zip',
  size: 2_100_000,
  received: 2_100_000,
  started: 1_772_000_000,
  ended: null,
  progress: 0,
  total: 0,
  found: [
    { what: 'messages', count: 31_214 },
    { what: 'people', count: 41 },
  ],
  taken: null,
  not_taken: [{ what: 'bots', count: 3 }],
  takes_back_until: null,
  taken_back: null,
  problem: null,
};
const DONE = {
  ...CHECKED,
  state: 'done',
  ended: 1_772_000_400,
  taken: [{ what: 'messages', count: 31_200 }],
  takes_back_until: 1_774_600_000,
};

const PATH = '/import/realm/5';
const state = (parts: object = {}) => exampleState({ is_admin: true, is_owner: true, ...parts });
const report = (one: object, more: object = {}, options: ShowOptions = {}) => {
  const answers: Record<string, object> = { [PATH]: { import: one, notes: [], samples: [], ...more } };
  return {
    answers,
    shown: show(<DataPage />, {
      state: state(),
      place: { view: 'organization', page: 'data/import/5' },
      answers,
      ...options,
    }),
  };
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('an archive is announced and sent in parts, and its report opens', async () => {
  const { asked, went } = await show(<DataPage />, {
    state: state({ max_file_upload_size_mib: 1 }),
    answers: {
      '/export/realm': { exports: [] },
      '/holds': { holds: [] },
      '/import/realm': { imports: [], id: 5, part_size: 1_048_576 },
      '/import/realm/5/parts/0': { received: 1_048_576 },
      '/import/realm/5/parts/1048576': { received: 1_500_000 },
    },
  });
  await button('Import…').click();
  await expect.element(button('Send and look')).toBeDisabled();
  await page.getByLabelText('The other chat').selectOptions('Zulip');
  await page.getByLabelText('Archive').upload(new File([new Uint8Array(1_500_000)], 'export.tar.gz'));
  await button('Send and look').click();
  await expect.poll(() => went.at(-1)).toEqual({ view: 'organization', page: 'data/import/5' });
  const posts = () => asked.filter(({ method }) => method === 'POST');
  await expect
    .poll(() => posts().map(({ path }) => path))
    .toEqual(['/import/realm', '/import/realm/5/parts/0', '/import/realm/5/parts/1048576']);
  expect(posts()[0]?.body).toBe('source=zulip&file_name=export.tar.gz&size=1500000');
});

test('a checked archive says what it has and what is left out, and is imported after a click', async () => {
  const { answers, shown } = report(CHECKED);
  const { asked } = await shown;
  const content = page.getByRole('table', { name: 'Content' });
  await expect.element(content.getByText('31,214')).toBeVisible();
  await expect.element(page.getByText('bots')).toBeVisible();
  answers[PATH] = {
    import: { ...CHECKED, state: 'importing', progress: 500, total: 31_214 },
    notes: [],
    samples: [],
  };
  await button('Import').click();
  await expect.element(page.getByText(/^500 of 31,214 messages are written/)).toBeVisible();
  expect(asked.map(({ method, path }) => `${method} ${path}`)).toContain('POST /import/realm/5/start');
  answers[PATH] = { import: DONE, notes: [], samples: [] };
  await expect.element(content.getByText('31,200')).toBeVisible();
});

test('an import that is done shows messages to compare, and is taken back after a question', async () => {
  const samples = [
    { message_id: 40, content: '*cover* stuck', sender: 'Chen' },
    { message_id: 41, content: 'gone', sender: 'Chen' },
  ];
  const notes = [{ what: 'files that are missing', name: 'plan.pdf' }];
  const { answers, shown } = report(DONE, { samples, notes });
  answers['/messages'] = { messages: [exampleMessage(40, 'cover stuck')] };
  const { asked } = await shown;
  await expect.element(page.getByText('*cover* stuck')).toBeVisible();
  await expect.element(page.getByText('Deleted since')).toBeVisible();
  await expect.element(page.getByText('plan.pdf')).toBeVisible();
  await button('Take it back').click();
  await expect.poll(() => openQuestion.get()?.title).toBe('Take the import from Slack back?');
  openQuestion.get()?.answer(true);
  await expect
    .poll(() => asked.some(({ method, path }) => `${method} ${path}` === `DELETE ${PATH}`))
    .toBe(true);
});

test('an archive that stopped half-way goes on with the same file only', async () => {
  const { asked } = await report({ ...CHECKED, state: 'receiving', received: 4, size: 10, found: null })
    .shown;
  await expect.element(page.getByText(/^Choose the same archive again/)).toBeVisible();
  await page.getByLabelText('Archive').upload(new File(['12345'], 'other.zip'));
  await page.getByLabelText('Archive').upload(new File(['1234567890'], 'slack.zip'));
  await expect
    .poll(() => asked.filter(({ method }) => method === 'POST').map(({ path }) => path))
    .toEqual(['/import/realm/5/parts/4']);
});

test('a failure says its reason and can be repeated', async () => {
  await report({ ...CHECKED, state: 'failed', problem: 'The disk is full.' }).shown;
  await expect.element(page.getByText('Failed: The disk is full.')).toBeVisible();
  await expect.element(button('Try again')).toBeVisible();
  await expect.element(button('Give up')).toBeVisible();
});
