import { assert, property, string } from 'fast-check';
import { expect, test } from 'vitest';
import { urlName, displayName } from './name.ts';
test.each([
  ['photo.png', 'photo.png', 'photo.png'],
  ['My  holiday\tphoto.png', 'My holiday photo.png', 'My-holiday-photo.png'],
  ['Überraschung (1).pdf', 'Überraschung (1).pdf', 'Überraschung-1.pdf'],
  ['../../etc/passwd', 'passwd', 'passwd'],
  ['C:\\Users\\me\\a.txt', 'a.txt', 'a.txt'],
  ['..', 'file', 'file'],
  ['', 'file', 'file'],
  ['   ', 'file', 'file'],
  ['...', 'file', 'file'],
  ['nul\0l.txt', 'null.txt', 'null.txt'],
  ['invoice\u202Efdp.exe', 'invoicefdp.exe', 'invoicefdp.exe'],
  ['a\r\nSet-Cookie: x', 'a Set-Cookie: x', 'a-Set-Cookie-x'],
  ['<b>"x".html', '<b>"x".html', 'bx.html'],
  ['写真.png', '写真.png', '写真.png'],
  ['🎉', '🎉', 'file'],
])('%j has display name %j and URL name %j', (given, shown, address) => {
  expect([displayName(given), urlName(given)]).toEqual([shown, address]);
});

test('a long name is truncated before its extension', () => {
  expect(urlName(`${'x'.repeat(500)}.png`)).toBe(`${'x'.repeat(251)}.png`);
  expect(displayName(`${'写'.repeat(500)}.png`)).toBe(`${'写'.repeat(83)}.png`);
});

test('the name in a URL is always a single safe path segment', () => {
  assert(
    property(string({ unit: 'binary' }), (given) => {
      const name = urlName(given);
      expect(name).toMatch(/^[\p{L}\p{M}\p{N}._-]+$/u);
      expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
      expect(name).not.toMatch(/^\.+$/);
      expect(displayName(given)).not.toMatch(/[\p{Cc}\p{Cf}/\\]/u);
      expect(displayName(given).length).toBeGreaterThan(0);
    }),
  );
});
