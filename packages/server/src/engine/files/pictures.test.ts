import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { patientClock } from '@parley/test-support/patient-clock.ts';
import type { PictureOutput } from './picture.ts';
import { createPictures, type Pictures } from './pictures.ts';
let pictures: Pictures;
beforeAll(() => {
  pictures = createPictures(patientClock, () => 0.5);
});
afterAll(() => {
  pictures.close();
});

const ADA = { realmId: 1, userId: 1 };
const box: PictureOutput = { width: 60, height: 40, fit: 'inside', format: 'webp', animated: false };

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } });
}

test('a picture is scaled to fit, and never enlarged', async () => {
  const large = await pictures.make(ADA, await plain(300, 100).png().toBuffer(), [
    box,
    { ...box, fit: 'cover', format: 'png' },
  ]);
  expect(large).toMatchObject({ width: 300, height: 100, format: 'png', frames: 1 });
  const [inside, cover] = await Promise.all((large?.copies ?? []).map((copy) => sharp(copy).metadata()));
  expect(inside).toMatchObject({ width: 60, height: 20, format: 'webp' });
  expect(cover).toMatchObject({ width: 60, height: 40, format: 'png' });
  const small = await pictures.make(ADA, await plain(10, 10).jpeg().toBuffer(), [box]);
  expect(await sharp(small?.copies[0]).metadata()).toMatchObject({ width: 10, height: 10 });
});

test('a picture is rotated by its EXIF orientation, and its metadata is removed', async () => {
  const taken = await plain(30, 10)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'somewhere' } })
    .jpeg()
    .toBuffer();
  const made = await pictures.make(ADA, taken, [box]);
  expect(made).toMatchObject({ width: 10, height: 30 });
  const copy = await sharp(made?.copies[0]).metadata();
  expect(copy).toMatchObject({ width: 10, height: 30 });
  expect(copy.exif).toBeUndefined();
});

async function film(frames: number, side: number): Promise<Buffer> {
  const drawn = Array.from({ length: frames }, (_, n) => {
    const background = { r: (n * 90) % 256, g: (n * 50) % 256, b: n % 256 };
    return sharp({ create: { width: side, height: side, channels: 3, background } })
      .png({ compressionLevel: 0 })
      .toBuffer();
  });
  return sharp(await Promise.all(drawn), { join: { animated: true } })
    .gif()
    .toBuffer();
}

test('an animation stays animated if requested', async () => {
  const made = await pictures.make(ADA, await film(3, 100), [{ ...box, animated: true }, box]);
  expect(made).toMatchObject({ width: 100, height: 100, format: 'gif', frames: 3 });
  const [moving, still] = await Promise.all((made?.copies ?? []).map((copy) => sharp(copy).metadata()));
  expect(moving?.pages).toBe(3);
  expect(still?.pages ?? 1).toBe(1);
});

test('an animation with more pixels than its budget becomes still', async () => {
  const made = await pictures.make(ADA, await film(2, 3_300), [{ ...box, animated: true }]);
  expect(made).toMatchObject({ width: 3_300, height: 3_300, frames: 2 });
  expect((await sharp(made?.copies[0]).metadata()).pages ?? 1).toBe(1);
});

test('animations of one organization do not delay a picture of another', async () => {
  const large = await film(40, 200);
  const pixel = await plain(1, 1).png().toBuffer();
  const make = (realmId: number, userId: number, source: Buffer) =>
    pictures.make({ realmId, userId }, source, [{ ...box, width: 200, height: 200, animated: true }]);
  // Both processes have started.
  await Promise.all([make(1, 1, pixel), make(2, 4, pixel)]);
  let films = 0;
  const all = Promise.allSettled(
    [1, 2, 3].map((userId) => make(1, userId, large).finally(() => (films += 1))),
  );
  expect(await make(2, 4, pixel)).toMatchObject({ width: 1 });
  expect(films).toBe(0);
  expect((await all)[0]).toMatchObject({ value: { frames: 40 } });
});

test('a user has at most two waiting pictures', async () => {
  const bytes = await plain(400, 400).png().toBuffer();
  const made = await Promise.allSettled(Array.from({ length: 4 }, () => pictures.make(ADA, bytes, [box])));
  expect(made.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected']);
  expect(made[3]).toMatchObject({ reason: { code: 'RATE_LIMIT_HIT', status: 429 } });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('I am a picture, believe me')],
  ['a drawing that is a program', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['the beginning of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a document', Buffer.from('%PDF-1.4\n%%EOF')],
])('%s is not accepted as a picture', async (_name, bytes) => {
  expect(await pictures.make(ADA, bytes, [box])).toBeUndefined();
});

test('a picture with more pixels than the limit is refused before decoding', async () => {
  const bomb = await plain(9_500, 9_500).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await pictures.make(ADA, bomb, [box])).toBeUndefined();
});

test('closing abandons the running picture and refuses the waiting ones', async () => {
  const own = createPictures(patientClock, () => 0.5);
  const bytes = await plain(400, 400).png().toBuffer();
  const made = [own.make(ADA, bytes, [box]), own.make(ADA, bytes, [box])];
  const settled = Promise.allSettled(made);
  own.close();
  expect(await settled).toMatchObject([{ value: undefined }, { reason: { code: 'UNAVAILABLE' } }]);
});
