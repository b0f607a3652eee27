import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { JsonObject } from '@parley/contract/json-schema.ts';
import { curlExample } from '@parley/server/app/reference/examples/curl.ts';
import { EXAMPLE_URL } from '@parley/server/app/reference/examples/value.ts';
import { writeFiles } from './files.ts';
import type { Performer } from './perform.ts';

const run = promisify(execFile);

/** Runs the text of the example in a shell. */
export function curlPerformer(url: string): Performer {
  return {
    perform: async (asked) => {
      const text = curlExample(exampleOf(asked)).replaceAll(EXAMPLE_URL, url);
      const cwd = await writeFiles(asked.files);
      const command = text.replace(/^curl/, String.raw`curl -sS -w '\n%{http_code}'`);
      const { stdout } = await run('sh', ['-c', command], { cwd, maxBuffer: 16 * 1024 * 1024 });
      const at = stdout.lastIndexOf('\n');
      return {
        status: Number(stdout.slice(at + 1)),
        body: JSON.parse(stdout.slice(0, at)) as JsonObject,
      };
    },
    end: async () => {},
  };
}

/** An absent caller is left out, and so is a payload that is no JSON. */
export function exampleOf({ as, payload, ...asked }: Parameters<Performer['perform']>[0]) {
  return {
    ...asked,
    ...(typeof payload === 'object' ? { payload } : {}),
    ...(as === undefined ? {} : { as }),
  };
}
