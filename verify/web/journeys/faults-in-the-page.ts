import type { Page } from 'playwright-core';
import { channelTopicsAddress, topicAddress } from '../scenes/addresses.ts';
import { composer, messageWith, openConversation, sidebar, write } from '../support/app.ts';
import { say, sentOnce } from '../support/server-side.ts';
import type { Journey } from './journey.ts';

type Listening = {
  readonly parley: {
    readonly onBatch: (listener: () => void) => void;
    readonly state: { readonly subscribe: (listener: () => void) => void };
    readonly link: { readonly subscribe: (listener: () => void) => void };
  };
};

/** Listeners that throw at every event are reported, and neither tab loses its session or a message. */
export const listenerThrows: Journey = {
  name: 'listener-throws',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/a listener of the test/);
    const { page, context, problems } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    const second = await context.newPage();
    await openConversation(second, topicAddress('dome', 'night plan'));
    for (const tab of [page, second]) await tab.evaluate(throwAtEvents);
    for (const text of ['Said to a listener that throws', 'Said once more'])
      await say(stage.cast, 'Dara', 'dome', 'night plan', text);
    for (const tab of [page, second]) {
      await messageWith(tab, 'Said once more').waitFor();
      await sidebar(tab).waitFor();
      await tab.getByText('A part of this page failed.').waitFor();
    }
    if (!problems.some((text) => text.includes('a listener of the test')))
      throw new Error('The exception was not reported.');
  },
};

/** Runs in the page. */
function throwAtEvents(): void {
  const { parley } = globalThis as unknown as Listening;
  const fail = (): void => {
    throw new Error('a listener of the test');
  };
  parley.onBatch(fail);
  parley.state.subscribe(fail);
  parley.link.subscribe(fail);
}

/** An exception in a view shows an error in its place; sidebar, composer and other views work. */
export const viewThrows: Journey = {
  name: 'view-throws',
  run: async ({ stage, visit, expectProblems }) => {
    expectProblems(/a view of the test/);
    const { page } = await visit();
    await openConversation(page, topicAddress('dome', 'night plan'));
    await breakPart(page, 'openWindow');
    await page.goto(`/${topicAddress('dome', 'mirror cover')}`);
    await page.getByRole('heading', { name: /could not be shown/ }).waitFor();
    await composer(page).waitFor();
    await write(page, 'Written below a view that failed');
    await sentOnce(stage.cast, 'Written below a view that failed');
    await mendParts(page);
    await page.getByRole('button', { name: 'Try again' }).click();
    await messageWith(page, 'Written below a view that failed').waitFor();

    await breakPart(page, 'topicsOf');
    await page.goto(`/${channelTopicsAddress('dome')}`);
    await page.getByRole('heading', { name: /could not be shown/ }).waitFor();
    await sidebar(page).getByRole('link', { name: /Inbox/ }).click();
    await page.locator('#main').getByRole('heading', { name: 'Inbox' }).waitFor();
  },
};

type Breakable = { readonly parley: Record<string, unknown>; whole?: Record<string, unknown> };

/** Lets views throw that use a part of the data. */
function breakPart(page: Page, name: 'openWindow' | 'topicsOf'): Promise<void> {
  return page.evaluate((part) => {
    const scope = globalThis as unknown as Breakable;
    scope.whole = { ...scope.parley };
    scope.parley[part] = () => {
      throw new Error('a view of the test');
    };
  }, name);
}

function mendParts(page: Page): Promise<void> {
  return page.evaluate(() => {
    const { parley, whole } = globalThis as unknown as Breakable;
    Object.assign(parley, whole);
  });
}
