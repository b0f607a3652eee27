import { writeFile } from 'node:fs/promises';
import { parseArgs } from 'node:util';
import type { Ground } from './ground.ts';
import { startOwnGround } from './own-servers.ts';
import { openRemoteGround } from './remote.ts';
import { documentOf, listOf, report } from './report.ts';
import { rules } from './rules.ts';
import { runRules, type Outcome } from './run.ts';
import { specificationPage } from './specification/page.ts';
import { sections } from './specification/sections.ts';
import { hangUp, type Credentials } from './wire.ts';
import { coveragePage } from '../../tools/contract/coverage/page.ts';

const USAGE = `npm run conformance -- [options]
  --url https://chat.example.org   ask this server instead of starting one
  --owner email:key                an owner of its organization, who may create users
  --only text                      only rules whose id, operation or sentence contains the text
  --concurrency 4                  how many rules are asked at once
  --list                           print the rules
  --write-docs                     write docs/spec/conformance.md and docs/spec/specification.md
`;

const options = {
  url: { type: 'string' },
  owner: { type: 'string' },
  only: { type: 'string' },
  concurrency: { type: 'string' },
  list: { type: 'boolean', default: false },
  'write-docs': { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

function readOptions() {
  try {
    return parseArgs({ options }).values;
  } catch (error) {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${USAGE}`);
    process.exit(2);
  }
}

const values = readOptions();

const only = values.only?.toLowerCase();
const chosen = rules.filter(({ id, operation, sentence }) =>
  only === undefined ? true : `${id} ${operation} ${sentence}`.toLowerCase().includes(only),
);

function ownerOf(text: string | undefined): Credentials | undefined {
  if (text === undefined) return undefined;
  const at = text.lastIndexOf(':');
  if (at < 1) throw new Error('--owner takes email:key');
  return { email: text.slice(0, at), key: text.slice(at + 1) };
}

function progress(total: number): (outcome: Outcome) => void {
  let done = 0;
  let broken = 0;
  return ({ kind, rule }) => {
    done += 1;
    if (kind === 'broken') {
      broken += 1;
      console.log(`  broken: ${rule.id} ${rule.sentence}`);
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

if (values.help) process.stdout.write(USAGE);
else if (values.list) process.stdout.write(listOf(chosen));
else if (values['write-docs']) {
  await writeFile(new URL('../../docs/spec/conformance.md', import.meta.url), documentOf(rules));
  await writeFile(new URL('../../docs/spec/specification.md', import.meta.url), specificationPage(sections));
  await writeFile(new URL('../../docs/api/coverage.md', import.meta.url), coveragePage());
} else {
  await ask();
  process.exit();
}
