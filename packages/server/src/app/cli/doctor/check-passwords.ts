import { open } from 'node:fs/promises';
import type { Config } from '../../../engine/config.ts';
import { lineAfter } from '../../../organization/users/known-passwords.ts';
import { reasonOf } from '../explain.ts';
import { failed, passed, type CheckResult } from './check-result.ts';

const HASH = /^[0-9A-F]{40}$/;
const SAMPLES = 64;

/** Checks the list of breached passwords that the operator named, by samples of its order. */
export async function checkBreachedPasswords({
  breachedPasswords: path,
}: Pick<Config, 'breachedPasswords'>): Promise<CheckResult[]> {
  if (path === undefined) return [];
  const repair = 'Correct PARLEY_BREACHED_PASSWORDS: a file with a SHA-1 hash per line, in ascending order.';
  try {
    const file = await open(path);
    try {
      const { size } = await file.stat();
      let last = '';
      for (let n = 0; n < SAMPLES; n += 1) {
        const { hash } = await lineAfter(file, Math.floor((size * n) / SAMPLES));
        if (hash === undefined && n > 0) break;
        if (hash === undefined || !HASH.test(hash))
          return [failed('breached passwords', `${path} has a line that begins with no SHA-1 hash`, repair)];
        if (hash < last) return [failed('breached passwords', `${path} is not in ascending order`, repair)];
        last = hash;
      }
      return [passed('breached passwords', `${path}, ${(size / 1024 ** 2).toFixed(0)} MiB`)];
    } finally {
      await file.close();
    }
  } catch (error) {
    return [failed('breached passwords', `${path}: ${reasonOf(error)}`, repair)];
  }
}
