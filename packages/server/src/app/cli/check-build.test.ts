import { expect, test } from 'vitest';
import { VERSION } from '../../engine/version.ts';
import { checkBuild } from './check-build.ts';

test('a build of another release than the one that is checked out does not start', () => {
  checkBuild();
  expect(() => {
    checkBuild('0.1.0');
  }).toThrow(`This is a build of 0.1.0, but ${VERSION} is checked out.`);
});
