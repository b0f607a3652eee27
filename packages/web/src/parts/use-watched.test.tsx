import { Profiler, type ReactElement } from 'react';
import { page } from 'vitest/browser';
import { expect, test } from 'vitest';
import { exampleChannel, exampleEvent } from '../../test/components/examples.ts';
import { show } from '../../test/components/show.tsx';
import { useChat } from '../screen/chat-context.ts';
import { useWatched } from './use-cell.ts';

test('a component renders again when a part changes that it reads, and only then', async () => {
  let renders = 0;
  function Names(): ReactElement {
    const { subscriptions = [] } = useWatched(useChat().state);
    return <p>{subscriptions.map(({ name }) => name).join(', ')}</p>;
  }
  const { happen } = await show(
    <Profiler id="names" onRender={() => (renders += 1)}>
      <Names />
    </Profiler>,
  );
  await expect.element(page.getByText('dome')).toBeVisible();
  const before = renders;
  happen(exampleEvent({ type: 'muted_users', muted_users: [{ id: 11, timestamp: 1 }] }));
  await new Promise(requestAnimationFrame);
  expect(renders).toBe(before);
  const added = exampleChannel(2, 'pipeline');
  happen(exampleEvent({ type: 'subscription', op: 'add', subscriptions: [added] }));
  await expect.element(page.getByText('dome, pipeline')).toBeVisible();
});
