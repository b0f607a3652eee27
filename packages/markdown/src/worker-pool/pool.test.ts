import { afterEach, expect, test } from 'vitest';
import { render } from '../full.ts';
import { RenderPool } from './index.ts';

let pool: RenderPool | undefined;
afterEach(async () => pool?.close());

test('a thread gives the same result as rendering in place', async () => {
  pool = new RenderPool({ budgetMs: 20_000 });
  const text = '**b** $$x$$ :tada: @**Ada**';
  const context = { people: [{ id: 1, name: 'Ada', active: true }] };
  await expect(pool.render(text, context)).resolves.toEqual(render(text, context));
});

test('a short plain text needs no thread', async () => {
  pool = new RenderPool({ size: 0 });
  await expect(pool.render('hello there')).resolves.toMatchObject({ html: '<p>hello there</p>' });
});

test('a text over the budget is cut off and the next one is rendered by a new thread', async () => {
  pool = new RenderPool({ budgetMs: 500, program: new URL('stuck-worker.ts', import.meta.url) });
  const stuck = pool.render('*loop*');
  const next = pool.render('*next*');
  await expect(stuck).rejects.toMatchObject({ reason: 'too slow' });
  await expect(next).resolves.toMatchObject({ html: '*next*' });
});

test('the row of waiting texts is bounded', async () => {
  pool = new RenderPool({ size: 0, mostWaiting: 1 });
  const waiting = pool.render('*a*');
  await expect(pool.render('*b*')).rejects.toMatchObject({ reason: 'too busy' });
  await pool.close();
  await expect(waiting).rejects.toMatchObject({ reason: 'closed' });
});
