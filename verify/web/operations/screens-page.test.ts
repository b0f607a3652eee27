import { endpoints } from '@parley/contract/endpoints.ts';
import { expect, test } from 'vitest';
import { screensPage, writtenNames, writtenPage } from './screens-page.ts';
import { awaitScreen, needNoScreen } from './without-screen.ts';

const withoutScreen = [...needNoScreen, ...awaitScreen].flatMap(({ operations }) => operations);

test('every operation has a screen, or one reason why it has none', () => {
  const listed = [...writtenNames().keys(), ...withoutScreen];
  expect(listed.toSorted()).toEqual(endpoints.map(({ id }) => id).toSorted());
});

test('the page lists the reasons; if not: npm run web:journeys -- --write-docs JOURNEY', () => {
  expect(writtenPage()).toBe(screensPage(writtenNames()));
});

test('a person needs a screen for at least 140 operations', () => {
  const needless = needNoScreen.flatMap(({ operations }) => operations).length;
  expect(endpoints.length - needless).toBeGreaterThanOrEqual(140);
});
