import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { show } from '../../test/components/show.tsx';
import { FETCHING, viewScenes, type ViewScene } from '../../test/components/view-scenes.ts';
import { viewWords } from '../words/view-states.ts';
import { FailedPlace, View } from './view.tsx';

const named = viewScenes().map((scene) => [scene.view, scene.viewState, scene] as const);

test.each(named)('%s, %s, has its sentence and its button', async (view, viewState, scene) => {
  const hasFailed = viewState === 'failed';
  const fails = hasFailed && !FETCHING.includes(view);
  await show(fails ? <FailedPlace onRetry={() => undefined} /> : <View />, scene);
  const { title, text } = expected(scene);
  await expect.element(page.getByRole('heading', { name: title, level: 2 })).toBeVisible();
  await expect.element(page.getByText(text).first()).toBeVisible();
  const buttons = page.getByRole('heading', { name: title, level: 2 }).element().parentElement;
  expect(buttons?.querySelectorAll('button, a').length).toBeGreaterThan(0);
});

/** A failed view is named as the place is; an inbox of the usual kind tells more than the table. */
function expected({ view, viewState }: ViewScene): {
  readonly title: string | RegExp;
  readonly text: string | RegExp;
} {
  const { title, text } = viewWords(view, viewState);
  if (viewState === 'failed') return { title: /could not be shown$/, text: /works|problem/ };
  return { title, text: view === 'inbox' && viewState === 'nothing-left' ? /New messages appear/ : text };
}
