import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { pythonExample } from '@parley/server/app/reference/examples/python.ts';
import { EXAMPLE_URL } from '@parley/server/app/reference/examples/value.ts';
import { writeFiles } from './files.ts';
import { exampleOf } from './perform-curl.ts';
import { plainPerformer, type ExampleResponse, type Performer } from './perform.ts';

/** Runs each example in its own namespace and prints the server's response. */
const PROGRAM = `
import contextlib, io, json, os, sys
for line in sys.stdin:
    asked = json.loads(line)
    os.chdir(asked["directory"])
    world = {}
    try:
        with contextlib.redirect_stdout(io.StringIO()):
            exec(asked["code"], world)
        answer = {"status": world["response"].status_code, "body": world["response"].json()}
    except Exception as error:
        answer = {"status": 0, "body": {"error": repr(error)}}
    print(json.dumps(answer), flush=True)
`;

/** Runs the text of each example in Python. */
export function pythonPerformer(url: string): Performer {
  const child = spawn('python3', ['-c', PROGRAM], { stdio: ['pipe', 'pipe', 'inherit'] });
  const plain = plainPerformer(url);
  const answers = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  return {
    perform: async (asked) => {
      if (asked.endpoint.takesPayload === true) return plain.perform(asked);
      const code = pythonExample(exampleOf(asked)).replaceAll(EXAMPLE_URL, url);
      const directory = await writeFiles(asked.files);
      child.stdin.write(`${JSON.stringify({ code, directory })}\n`);
      const { value, done } = await answers.next();
      if (done === true) throw new Error('Python ended. It needs the library `requests` (python3-requests).');
      return JSON.parse(value) as ExampleResponse;
    },
    end: async () => {
      child.stdin.end();
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}
