import { bad, good, type Finding } from './finding.ts';

const OLDEST = 24;

export function checkNode(version: string): Finding {
  const found = `version ${version}`;
  return Number(version.split('.')[0]) >= OLDEST
    ? good('Node.js', found)
    : bad('Node.js', found, `Install Node.js ${OLDEST} or newer.`);
}
