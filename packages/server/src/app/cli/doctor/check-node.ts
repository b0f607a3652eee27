import { failed, passed, type CheckResult } from './check-result.ts';

const MIN_MAJOR_VERSION = 24;

export function checkNode(version: string): CheckResult {
  const found = `version ${version}`;
  return Number(version.split('.')[0]) >= MIN_MAJOR_VERSION
    ? passed('Node.js', found)
    : failed('Node.js', found, `Install Node.js ${MIN_MAJOR_VERSION} or newer.`);
}
