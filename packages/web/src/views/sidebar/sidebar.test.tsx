import { page, userEvent } from 'vitest/browser';
import { beforeEach, expect, test } from 'vitest';
import { exampleChannel, exampleState, exampleUnread } from '../../../test/components/examples.ts';
import { show } from '../../../test/components/show.tsx';
import { Sidebar } from './sidebar.tsx';

const link = (name: string | RegExp) => page.getByRole('link', { name });

beforeEach(() => localStorage.clear());

test('unread messages are counted at the inbox and at their channel', async () => {
  const state = exampleState({ unread_msgs: exampleUnread({ motors: [1, 2], cover: [3] }) });
  await show(<Sidebar />, { state });
  await expect.element(link(/^Inbox.*3 unread/)).toBeVisible();
  await expect.element(link(/dome.*3/)).toBeVisible();
});

test('a folded section shows the sum of its channels', async () => {
  const state = exampleState({ unread_msgs: exampleUnread({ motors: [1, 2] }) });
  await show(<Sidebar />, { state });
  const section = page.getByRole('button', { name: 'Channels', exact: true });
  await section.click();
  await expect.element(section).toHaveAttribute('aria-expanded', 'false');
  expect(link(/^dome/).query()).toBeNull();
  await expect.element(page.getByText(/2 unread/).last()).toBeInTheDocument();
});

test('the place that is shown is marked', async () => {
  await show(<Sidebar />, { place: { view: 'recent' } });
  await expect.element(link('Recent')).toHaveAttribute('aria-current', 'page');
  await expect.element(link(/^Inbox/)).not.toHaveAttribute('aria-current');
});

test('without channels one finds some, and without a connection it says since when', async () => {
  const state = exampleState({ subscriptions: [], never_subscribed: [exampleChannel(2, 'pipeline')] });
  await show(<Sidebar />, { state, isOffline: true });
  await expect.element(link('Find channels')).toBeVisible();
  await expect.element(page.getByText(/^Working offline, as of/)).toBeVisible();
});

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
