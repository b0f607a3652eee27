import { beforeEach, expect, test } from 'vitest';
import { allowPictures, isPicture, picture } from '../../../sw/pictures.ts';
import { forgetCaches } from '../../data/session/forget-caches.ts';

const address = (name: string) => new URL(`/user_uploads/thumbnail/1/${name}`, location.href).href;
const online =
  (body: BodyInit, status = 200) =>
  () =>
    Promise.resolve(new Response(body, { status }));
const away = () => Promise.reject(new TypeError('Failed to fetch'));

/** Asks for a picture, and waits until the worker has kept what it keeps. */
async function ask(name: string, answer: () => Promise<Response>): Promise<Response> {
  const works: Promise<unknown>[] = [];
  const response = await picture(new Request(address(name)), (work) => works.push(work), answer);
  await Promise.all(works);
  return response;
}

beforeEach(async () => {
  await forgetCaches();
  await allowPictures();
});

test('a picture that was shown is shown without a network, the newest one of its address', async () => {
  await ask('a.webp', online('old'));
  await ask('a.webp', online('new'));
  expect(await (await ask('a.webp', away)).text()).toBe('new');
  await expect(ask('b.webp', away)).rejects.toThrow('Failed to fetch');
});

test('a picture that the server no longer gives is forgotten', async () => {
  await ask('a.webp', online('picture'));
  const refused = Object.defineProperty(new Response('', { status: 404 }), 'type', { value: 'basic' });
  expect((await ask('a.webp', () => Promise.resolve(refused))).status).toBe(404);
  await expect(ask('a.webp', away)).rejects.toThrow('Failed to fetch');
});

test('nothing is kept on a device of others, nor after the log-out', async () => {
  await forgetCaches();
  await ask('a.webp', online('picture'));
  await expect(ask('a.webp', away)).rejects.toThrow('Failed to fetch');
  expect((await caches.keys()).filter((name) => name.startsWith('parley-'))).toEqual([]);
});

test('twenty megabytes are kept, of the newest pictures, and no large one', async () => {
  const large = new Uint8Array(1_900_000);
  for (let n = 0; n < 11; n += 1) await ask(`${n}.webp`, online(large));
  await expect(ask('0.webp', away)).rejects.toThrow('Failed to fetch');
  expect((await ask('1.webp', away)).status).toBe(200);
  await ask('huge.webp', online(new Uint8Array(2_000_001)));
  await expect(ask('huge.webp', away)).rejects.toThrow('Failed to fetch');
});

test.each([
  ['a thumbnail', '/user_uploads/thumbnail/1/a.webp', 'image', true],
  ['the picture of a user', '/user_avatars/1/2.png', 'image', true],
  ['a file to store', '/user_uploads/1/a.pdf', 'document', false],
  ['a picture of the client', '/icon-192.png', 'image', false],
] as const)('%s is a picture of the organization or not', (_, path, destination, expected) => {
  expect(isPicture({ url: new URL(path, location.href).href, destination })).toBe(expected);
});
