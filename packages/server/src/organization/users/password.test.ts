import { expect, test } from 'vitest';
import { guessesOf } from './password-guesses.ts';
import { checkPasswordStrength, hashPassword, isPassword } from './passwords.ts';

test('a password is stored as an argon2id hash that matches only this password', async () => {
  const stored = await hashPassword('correct horse');
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await isPassword(stored, 'correct horse')).toBe(true);
  expect(await isPassword(stored, 'correct horse ')).toBe(false);
  expect(await isPassword(stored, '')).toBe(false);
  expect(await isPassword(null, 'correct horse')).toBe(false);
});

const judge = { guessesOf, isKnown: () => Promise.resolve(false) };

test('a password that attackers know is refused before its strength is estimated', async () => {
  const known = {
    guessesOf: () => Infinity,
    isKnown: (password: string) => Promise.resolve(password.length > 8),
  };
  await expect(checkPasswordStrength('mittens over the harbour', [], known)).rejects.toThrow(/stolen/);
  await expect(checkPasswordStrength('mittensO', [], known)).resolves.toBeUndefined();
});

test.each(['short', 'password', '12345678', 'qwertyuiop', 'aaaaaaaaaaaa', 'lovelace'])(
  'the weak password %s is refused',
  async (password) => {
    await expect(checkPasswordStrength(password, ['ada@example.com', 'Ada Lovelace'], judge)).rejects.toThrow(
      /too/,
    );
  },
);

test('a password that is hard to guess is accepted at any length', async () => {
  const hard = 'mittens over the harbour';
  await expect(checkPasswordStrength(hard, [], judge)).resolves.toBeUndefined();
  await expect(checkPasswordStrength(hard.repeat(100), [], judge)).resolves.toBeUndefined();
});

test('only the first 32 characters of a password are estimated', async () => {
  const considered: string[] = [];
  await checkPasswordStrength('a😀'.repeat(500), [], {
    ...judge,
    guessesOf: (password) => considered.push(password) * Infinity,
  });
  expect(considered).toEqual(['a😀'.repeat(16)]);
});
