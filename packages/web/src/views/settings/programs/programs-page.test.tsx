import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState } from '../../../../test/components/examples.ts';
import { show } from '../../../../test/components/show.tsx';
import { now } from '../../../data/clock.ts';
import { ProgramsPage } from './programs-page.tsx';

const DAY = 86_400;
const seconds = Math.floor(now() / 1000);
const script = {
  id: 4,
  name: 'Night log script',
  token_end: 'c41e',
  scopes: ['write_messages', 'react'],
  created: seconds - 10 * DAY,
  expires: seconds + 80 * DAY,
  last_used: null,
  channels: [22],
  since: null,
  client_id: null,
  client_host: null,
};
const button = (name: string) => page.getByRole('button', { name, exact: true });

test('programs stand with their rights, last use and end', async () => {
  const state = exampleState({ subscriptions: [exampleChannel(22, 'dome')] });
  await show(<ProgramsPage />, { state, answers: { '/grants': { grants: [script] } } });
  const row = page.getByRole('row', { name: /Night log script/ });
  await expect.element(row.getByText('Token pk_…c41e')).toBeVisible();
  await expect.element(row.getByText(/^Write, react/)).toBeVisible();
  await expect.element(row.getByText('dome')).toBeVisible();
  await expect.element(row.getByText('in 80 days')).toBeVisible();
  await expect.element(row.getByText('never')).toBeVisible();
  await expect.element(button('End Night log script')).toBeEnabled();
});

test('a program is allowed with the chosen rights, and its token is shown', async () => {
  const token = `pk_${'a'.repeat(32)}`;
  const answers = { '/grants': { grants: [], token, grant: script } };
  const { asked } = await show(<ProgramsPage />, { answers });
  await expect.element(page.getByText(/^None\. A program that you allow/)).toBeVisible();
  await button('Allow a program').click();
  await expect.element(button('Allow')).toBeDisabled();
  await page.getByLabelText('Name').fill('Night log script');
  await page.getByRole('checkbox', { name: /^React/ }).click();
  await page.getByLabelText('Ends').selectOptions('in a week');
  await button('Allow').click();
  await expect.element(page.getByLabelText('Token', { exact: true })).toHaveValue(token);
  const body = new URLSearchParams(asked.find(({ method }) => method === 'POST')?.body);
  expect(Object.fromEntries(body)).toEqual({
    name: 'Night log script',
    scopes: '["see_directory","read_messages","react"]',
    days: '7',
  });
});

test('a failure to read the programs is told', async () => {
  await show(<ProgramsPage />, { refused: ['/grants'] });
  await expect.element(page.getByText('The server has a problem.')).toBeVisible();
});
