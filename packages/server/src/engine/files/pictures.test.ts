import sharp from 'sharp';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { systemClock } from '../clock.ts';
import { createPictures, type PictureOutput, type Pictures } from './pictures.ts';

vi.setConfig({ testTimeout: 60_000 });

let pictures: Pictures;
beforeAll(() => {
  pictures = createPictures(systemClock);
});
afterAll(() => {
  pictures.close();
});

const box: PictureOutput = { width: 60, height: 40, fit: 'inside', format: 'webp', animated: false };

function plain(width: number, height: number) {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } });
}

test('a picture is scaled to fit, and never enlarged', async () => {
  const large = await pictures.make(await plain(300, 100).png().toBuffer(), [
    box,
    { ...box, fit: 'cover', format: 'png' },
  ]);
  expect(large).toMatchObject({ width: 300, height: 100, format: 'png', frames: 1 });
  const [inside, cover] = await Promise.all((large?.copies ?? []).map((copy) => sharp(copy).metadata()));
  expect(inside).toMatchObject({ width: 60, height: 20, format: 'webp' });
  expect(cover).toMatchObject({ width: 60, height: 40, format: 'png' });
  const small = await pictures.make(await plain(10, 10).jpeg().toBuffer(), [box]);
  expect(await sharp(small?.copies[0]).metadata()).toMatchObject({ width: 10, height: 10 });
});

test('a picture is rotated by its EXIF orientation, and its metadata is removed', async () => {
  const taken = await plain(30, 10)
    .withMetadata({ orientation: 6 })
    .withExifMerge({ IFD0: { Copyright: 'somewhere' } })
    .jpeg()
    .toBuffer();
  const made = await pictures.make(taken, [box]);
  expect(made).toMatchObject({ width: 10, height: 30 });
  const copy = await sharp(made?.copies[0]).metadata();
  expect(copy).toMatchObject({ width: 10, height: 30 });
  expect(copy.exif).toBeUndefined();
});

test('an animation stays animated if requested', async () => {
  const frames = await Promise.all(
    ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
      sharp({ create: { width: 100, height: 100, channels: 3, background } })
        .png()
        .toBuffer(),
    ),
  );
  const film = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const made = await pictures.make(film, [{ ...box, animated: true }, box]);
  expect(made).toMatchObject({ width: 100, height: 100, format: 'gif', frames: 3 });
  const [moving, still] = await Promise.all((made?.copies ?? []).map((copy) => sharp(copy).metadata()));
  expect(moving?.pages).toBe(3);
  expect(still?.pages ?? 1).toBe(1);
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['words', Buffer.from('I am a picture, believe me')],
  ['a drawing that is a program', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script/></svg>')],
  ['the beginning of a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a document', Buffer.from('%PDF-1.4\n%%EOF')],
])('%s is not accepted as a picture', async (_name, bytes) => {
  expect(await pictures.make(bytes, [box])).toBeUndefined();
});

test('a picture with more pixels than the limit is refused before decoding', async () => {
  const bomb = await plain(9_500, 9_500).toColourspace('b-w').png({ compressionLevel: 1 }).toBuffer();
  expect(bomb.length).toBeLessThan(2_000_000);
  expect(await pictures.make(bomb, [box])).toBeUndefined();
});

test('pictures are processed in sequence, and waiting jobs end when the service is closed', async () => {
  const own = createPictures(systemClock);
  const bytes = await plain(400, 400).png().toBuffer();
  const first = own.make(bytes, [box]);
  expect(await first).toBeDefined();
  const others = Array.from({ length: 100 }, () => own.make(bytes, [box]));
  own.close();
  expect(await Promise.all(others)).toEqual(others.map(() => undefined));
});
