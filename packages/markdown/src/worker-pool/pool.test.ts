import { afterEach, expect, test } from 'vitest';
import { messages } from '../../test/messages.ts';
import { render } from '../full.ts';
import { renderShort } from '../render-short.ts';
import { RenderPool, ThreadPool, type RenderPoolOptions } from './index.ts';

let pool: RenderPool | undefined;
afterEach(async () => pool?.close());

function open(options: Partial<RenderPoolOptions> = {}): RenderPool {
  pool = new RenderPool({ size: 1, budgetMs: 20_000, ...options });
  return pool;
}

const STUCK = new URL('stuck-worker.ts', import.meta.url);

test('a thread gives the same result as rendering in place', async () => {
  const text = '**b** $$x$$ :tada: @**Ada**';
  const context = { users: [{ id: 1, name: 'Ada', active: true }] };
  await expect(open().render(text, context)).resolves.toEqual(render(text, context));
});

test('a short text that needs no engine needs no thread', () => {
  const none = open({ size: 0 });
  expect(none.renderAtOnce('hello there')).toMatchObject({ html: '<p>hello there</p>' });
  const short = messages.filter((text) => none.renderAtOnce(text) !== undefined);
  expect(short.length).toBeGreaterThan(messages.length / 2);
  for (const text of short) expect(none.renderAtOnce(text)).toEqual(render(text));
});

test.each(['$$x$$', '```py\n1\n```', 'a '.repeat(300)])('%s needs a thread', (text) => {
  expect(renderShort(`*${text}*\n${text}`, {})).toBeUndefined();
});

test('a text that a linkifier may change needs a thread', () => {
  expect(
    renderShort('*#1*', {
      linkifiers: [{ pattern: '#(?P<id>\\d+)', urlTemplate: 'https://x.example/{id}' }],
    }),
  ).toBeUndefined();
});

test('a text over the budget is cut off and the next one is rendered by a new thread', async () => {
  const stuck = open({ budgetMs: 2_000, program: STUCK });
  const late = stuck.render('$$loop$$');
  const next = stuck.render('$$next$$');
  await expect(late).rejects.toMatchObject({ reason: 'too slow' });
  await expect(next).resolves.toMatchObject({ html: '$$next$$' });
});

test('a text that waits for the processor is not over the budget', async () => {
  const stuck = open({ budgetMs: 300, program: STUCK });
  await expect(stuck.render('$$wait$$')).resolves.toMatchObject({ html: '$$wait$$' });
});

test('a second thread is ready while the first one is busy', async () => {
  const two = open({ size: 2, budgetMs: 5_000, program: STUCK });
  const late = two.render('$$loop$$').catch(() => 'given up');
  expect(await Promise.race([late, two.render('$$next$$')])).toMatchObject({ html: '$$next$$' });
});

test('a late text is refused once another thread can work', async () => {
  const stuck = open({ budgetMs: 2_000, program: STUCK });
  const { html: first } = await stuck.render('$$thread$$');
  await stuck.render('$$loop$$').catch(() => {});
  const refusedAt = Date.now();
  const { html: second } = await stuck.render('$$thread$$');
  const [thread, readyAt] = second.split(' ');
  expect(thread).not.toBe(first.split(' ')[0]);
  expect(Number(readyAt)).toBeLessThanOrEqual(refusedAt);
});

test('closing refuses running, waiting and later texts', async () => {
  const closing = open({ program: STUCK });
  const tasks = ['$$loop$$', '$$waiting$$'].map((text) => closing.render(text));
  const settled = Promise.allSettled(tasks);
  await closing.close();
  tasks.push(closing.render('$$late$$'));
  expect(await Promise.allSettled([...tasks, settled])).toMatchObject([
    ...tasks.map(() => ({ reason: { reason: 'closed' } })),
    { status: 'fulfilled' },
  ]);
});

test('a task is refused if no thread can start', async () => {
  const broken = new ThreadPool<string, string>(new URL('data:text/javascript,throw new Error()'), 2);
  await expect(broken.ask('hello', 20_000)).rejects.toMatchObject({ reason: 'no thread' });
  await broken.close();
});

test('an idle thread ends on request, and the next task starts another one', async () => {
  const threads = new ThreadPool<object, { result: { html: string } }>(STUCK, 1);
  const idOf = async () => {
    const question = { kind: 'render', content: '$$thread$$' };
    return (await threads.ask(question, 20_000)).result.html.split(' ')[0];
  };
  const first = await idOf();
  expect(await idOf()).toBe(first);
  await threads.endIdle();
  expect(await idOf()).not.toBe(first);
  await threads.close();
});
