import { writeFile } from 'node:fs/promises';
import { readCommandLine } from '@parley/test-support/command-line.ts';
import type { Ground } from '@parley/rules/ground.ts';
import { startOwnGround } from '@parley/rules/own-ground.ts';
import { openRemoteGround } from '@parley/rules/remote-ground.ts';
import { documentOf, listOf, report } from './report.ts';
import { rules } from '@parley/rules/all-rules.ts';
import { runRules, type Outcome } from '@parley/rules/run-rules.ts';
import { specificationPage } from './specification/page.ts';
import { sections } from './specification/sections.ts';
import { hangUp, type Credentials } from '@parley/rules/wire.ts';
import { coveragePage } from '../../tools/contract/coverage/page.ts';

const { values, fail } = readCommandLine({
  name: 'npm run conformance',
  summary: 'Checks every rule of docs/spec/conformance.md on a server.',
  options: {
    url: { type: 'string', value: 'url', help: 'check this server instead of starting one' },
    owner: {
      type: 'string',
      value: 'email:key',
      help: 'owner of its organization with the right to create users',
    },
    only: { type: 'string', help: 'only rules whose id, operation or sentence contains the text' },
    concurrency: {
      type: 'string',
      value: 'number',
      help: 'rules checked at once (default: 4; 1 with --url)',
    },
    list: { type: 'boolean', default: false, help: 'print the rules' },
    'write-docs': {
      type: 'boolean',
      default: false,
      help: 'write docs/spec/conformance.md, docs/spec/specification.md and docs/api/coverage.md',
    },
  },
  example: 'npm run conformance -- --only send-message',
});

const only = values.only?.toLowerCase();
const chosen = rules.filter(({ id, operation, sentence }) =>
  only === undefined ? true : `${id} ${operation} ${sentence}`.toLowerCase().includes(only),
);

function ownerOf(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined;
  const at = text.lastIndexOf(':');
  if (at < 1) fail('Option --owner takes email:key.');
  return { email: text.slice(0, at), key: text.slice(at + 1) };
}

function progress(total: number): (outcome: Outcome) => void {
  let done = 0;
  let broken = 0;
  return (outcome) => {
    done += 1;
    if (outcome.kind === 'broken') {
      broken += 1;
      const { rule, expected, got } = outcome;
      console.log(`  broken: ${rule.id} ${rule.sentence}\n    expected ${expected}, got ${got}`);
    }
    if (done % 25 === 0 || done === total) console.log(`  ${done} of ${total} asked, ${broken} broken`);
  };
}

async function ask(): Promise<void> {
  const started = performance.now();
  const remote = values.url !== undefined;
  const ground: Ground = remote
    ? openRemoteGround(values.url ?? '', ownerOf(values.owner))
    : await startOwnGround();
  // Rules share the one organization of a server that is not ours, so they take turns there.
  const concurrency = Number(values.concurrency ?? (remote ? 1 : 4));
  console.log(`asking ${chosen.length} rules of ${ground.url}`);
  try {
    const outcomes = await runRules(ground, chosen, concurrency, progress(chosen.length));
    console.log(`\ntook ${((performance.now() - started) / 1000).toFixed(1)} s`);
    process.stdout.write(report(outcomes));
    process.exitCode = outcomes.every(({ kind }) => kind === 'held') ? 0 : 1;
  } finally {
    hangUp();
    await ground.stop();
  }
}

if (values.list) process.stdout.write(listOf(chosen));
else if (values['write-docs']) {
  await writeFile(new URL('../../docs/spec/conformance.md', import.meta.url), documentOf(rules));
  await writeFile(new URL('../../docs/spec/specification.md', import.meta.url), specificationPage(sections));
  await writeFile(new URL('../../docs/api/coverage.md', import.meta.url), coveragePage());
} else {
  await ask();
  process.exit();
}
