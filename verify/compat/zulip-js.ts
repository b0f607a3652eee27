import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { endpoints } from '@parley/contract/endpoints.ts';
import { check, type Check } from './check.ts';
import { PASSWORD, type Stage } from './stage.ts';

type Answered = { readonly name: string; readonly answer: Readonly<Record<string, unknown>> };

/** Operations that the package calls although the API has no longer had them for years. */
const REMOVED = new Set(['users.me.pointer.retrieve', 'users.me.pointer.update', 'filters.retrieve']);
const EMOJI = 'emojis.retrieve';

function isExpected({ name, answer }: Answered): boolean {
  const isThere = name !== EMOJI || endpoints.some(({ path: at }) => at === '/realm/emoji');
  const expected = REMOVED.has(name) || !isThere ? 'error' : 'success';
  return answer['result'] === expected && (expected === 'success' || typeof answer['msg'] === 'string');
}

/** A check for each method of the package, each called once in a process of its own. */
export async function zulipJsChecks(stage: Stage): Promise<readonly Check[]> {
  const printed = await call(stage);
  const lines = printed.split('\n');
  const after = (word: string): string[] =>
    lines.flatMap((line) => (line.startsWith(`${word} `) ? [line.slice(word.length + 1)] : []));
  const methods = JSON.parse(after('METHODS')[0] ?? '[]') as string[];
  const calls = after('CALL').map((line) => JSON.parse(line) as Answered);
  if (methods.length === 0) throw new Error(`zulip-js called nothing:\n${printed}`);
  return methods.map((name) =>
    check('zulip-js', name, async () => {
      const mine = calls.filter((one) => one.name === name);
      if (mine.length === 0) throw new Error(`not called:\n${printed.slice(-500)}`);
      const wrong = mine.find((one) => !isExpected(one));
      if (wrong !== undefined) throw new Error(JSON.stringify(wrong.answer).slice(0, 300));
    }),
  );
}

async function call({ url, owner, ada }: Stage): Promise<string> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'zulip-js.cjs')], {
    env: {
      ...process.env,
      OWNER: owner.email,
      OWNER_KEY: owner.key,
      OWNER_PASSWORD: PASSWORD,
      OTHER: ada.address,
      OTHER_ID: String(ada.id),
      REALM: url,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [out, errors] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]);
  return `${out}${errors}`;
}
