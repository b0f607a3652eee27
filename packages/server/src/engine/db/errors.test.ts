import { DatabaseError } from 'pg';
import { expect, test } from 'vitest';
import { isLockTimeout, isOutdated, isSerializationFailure } from './errors.ts';

/** Each kind of error is retried in another way. */
function kindsOf(code: string): boolean[] {
  const error = Object.assign(new DatabaseError('refused', 0, 'error'), { code });
  return [isLockTimeout(error), isOutdated(error), isSerializationFailure(error)];
}

test.each([
  ['55P03', [true, false, false]],
  ['40P01', [true, false, false]],
  ['PL001', [false, true, false]],
  ['PL002', [false, true, false]],
  ['40001', [false, false, true]],
  ['23505', [false, false, false]],
])('%s is a lock timeout, outdated, a serialization failure: %j', (code, kinds) => {
  expect(kindsOf(code)).toEqual(kinds);
});
