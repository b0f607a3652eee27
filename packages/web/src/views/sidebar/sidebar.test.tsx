import { page, userEvent } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleState } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { Sidebar } from './sidebar.tsx';

const channels = (count: number) =>
  Array.from({ length: count }, (_, n) => exampleChannel(n + 1, `project ${String(n).padStart(3, '0')}`));
const many = exampleState({ subscriptions: channels(303) });

/** Links that Tab reaches. */
const tabStops = () =>
  [...document.querySelectorAll<HTMLElement>('nav [data-rove]')].filter((one) => one.tabIndex === 0);
const focused = () => document.activeElement?.textContent;

test('each list of the sidebar is one tab stop, and the arrows move inside it', async () => {
  await show(<Sidebar />, { state: many, place: { view: 'topics', channelId: 3 } });
  await expect.element(page.getByRole('link', { name: 'project 002' })).toBeVisible();
  await expect.poll(() => tabStops().length).toBe(3);
  const shown = page.getByRole('link', { name: 'project 002' }).element() as HTMLElement;
  expect(shown.tabIndex).toBe(0);
  shown.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(focused()).toBe('project 003');
  await userEvent.keyboard('{End}');
  expect(focused()).toBe('project 302');
  await userEvent.keyboard('{ArrowDown}{Home}{ArrowDown}');
  expect(focused()).toBe('project 000');
  await expect.poll(() => tabStops().length).toBe(3);
});

test('more than twenty channels have a filter, in which Enter opens the first one', async () => {
  await show(<Sidebar />, { state: many });
  const filter = page.getByRole('textbox', { name: 'Filter channels' });
  await filter.fill('ct 30');
  await expect.element(page.getByRole('link', { name: 'project 302' })).toBeVisible();
  expect(page.getByRole('link', { name: 'project 002' }).query()).toBeNull();
  await expect.poll(() => tabStops().length).toBe(3);
  await filter.fill('nothing');
  await expect.element(page.getByText('No channel matches.')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('link', { name: 'project 002' })).toBeInTheDocument();
  await filter.fill('301');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe('#topics');
  await expect.element(filter).toHaveValue('');
});

test('a filter shows what it finds in a folded section', async () => {
  localStorage.setItem('parley-folded-folder-0', 'yes');
  await show(<Sidebar />, { state: many });
  const filter = page.getByRole('textbox', { name: 'Filter channels' });
  expect(page.getByRole('link', { name: 'project 002' }).query()).toBeNull();
  await filter.fill('002');
  await expect.element(page.getByRole('link', { name: 'project 002' })).toBeVisible();
  localStorage.removeItem('parley-folded-folder-0');
});

test('few channels have no filter', async () => {
  await show(<Sidebar />, { state: exampleState({ subscriptions: channels(20) }) });
  await expect.element(page.getByRole('link', { name: 'project 002' })).toBeVisible();
  expect(page.getByRole('textbox', { name: 'Filter channels' }).query()).toBeNull();
});
