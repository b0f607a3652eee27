import path from 'node:path';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import { writeRepository } from './debian/write-repository.ts';

const { values, fail } = readCommandLine({
  name: 'npm run release:apt',
  summary: 'Writes a signed apt repository with a release and the one before it. Needs reprepro and gpg.',
  options: {
    to: {
      type: 'string',
      default: 'dist/apt',
      value: 'directory',
      help: 'the directory that a web server serves',
    },
    key: { type: 'string', value: 'fingerprint', help: 'the key that signs, from the key ring of gpg' },
    stable: { type: 'string', value: 'file', help: 'the package of the release' },
    previous: { type: 'string', value: 'file', help: 'the package of the release before, for the way back' },
  },
  example: 'npm run release:apt -- --key 3AA5C34371567BD2 --stable dist/parley_0.4.0_amd64.deb',
});

const { key = fail('Missing option --key.'), stable = fail('Missing option --stable.'), previous } = values;
const directory = path.resolve(values.to);
writeRepository({ directory, key, keyRing: undefined, suites: { stable, previous } });
console.log(`${directory}: signed by ${key}`);
