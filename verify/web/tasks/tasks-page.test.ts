import { expect, test } from 'vitest';
import { newcomerTasks } from './all.ts';
import { tasksPage } from './tasks-page.ts';

test('there are thirty tasks with names of their own, each with a bound on its clicks', () => {
  expect(newcomerTasks).toHaveLength(30);
  expect(new Set(newcomerTasks.map(({ name }) => name)).size).toBe(30);
  expect(newcomerTasks.every(({ maxClicks }) => maxClicks >= 1 && maxClicks <= 5)).toBe(true);
});

test('the tasks that teams meet first keep their bounds', () => {
  const bounds = Object.fromEntries(newcomerTasks.map(({ name, maxClicks }) => [name, maxClicks]));
  expect(bounds).toMatchObject({
    'Create a channel': 4,
    'Invite by link': 3,
    'Set the own picture': 3,
    'Let Enter send': 2,
  });
});

test('the page names the documented ways beside the clicks', () => {
  const [first] = newcomerTasks;
  const page = first === undefined ? '' : tasksPage([{ task: first, clicks: 2 }]);
  expect(page).toContain('| 1 | Create a channel | 2 | 4 | 5, “Create a channel” |');
  expect(page).toContain('1 of 1 tasks take fewer clicks');
});
