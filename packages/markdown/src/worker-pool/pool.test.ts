import { afterEach, expect, test } from 'vitest';
import { messages } from '../../test/messages.ts';
import { render } from '../full.ts';
import { renderShort } from '../short.ts';
import { RenderPool } from './index.ts';

let pool: RenderPool | undefined;
afterEach(async () => pool?.close());

test('a thread gives the same result as rendering in place', async () => {
  pool = new RenderPool({ budgetMs: 20_000 });
  const text = '**b** $$x$$ :tada: @**Ada**';
  const context = { users: [{ id: 1, name: 'Ada', active: true }] };
  await expect(pool.render(text, context)).resolves.toEqual(render(text, context));
});

test('a short text that needs no engine needs no thread', async () => {
  pool = new RenderPool({ size: 0 });
  await expect(pool.render('hello there')).resolves.toMatchObject({ html: '<p>hello there</p>' });
  const short = messages.filter((text) => renderShort(text, {}) !== undefined);
  expect(short.length).toBeGreaterThan(messages.length / 2);
  for (const text of short) await expect(pool.render(text)).resolves.toEqual(render(text));
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
  pool = new RenderPool({ budgetMs: 500, program: new URL('stuck-worker.ts', import.meta.url) });
  const stuck = pool.render('$$loop$$');
  const next = pool.render('$$next$$');
  await expect(stuck).rejects.toMatchObject({ reason: 'too slow' });
  await expect(next).resolves.toMatchObject({ html: '$$next$$' });
});

test('the row of waiting texts is bounded', async () => {
  pool = new RenderPool({ size: 0, mostWaiting: 1 });
  const waiting = pool.render('$$a$$');
  await expect(pool.render('$$b$$')).rejects.toMatchObject({ reason: 'too busy' });
  await pool.close();
  await expect(waiting).rejects.toMatchObject({ reason: 'closed' });
});
