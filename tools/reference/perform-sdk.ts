import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { ApiError } from '@parley/client/errors.ts';
import type { JsonObject } from '@parley/contract/json-schema.ts';
import { sdkExample } from '@parley/server/app/reference/examples/sdk.ts';
import { EXAMPLE_URL } from '@parley/server/app/reference/examples/value.ts';
import { writeFiles } from './files.ts';
import { exampleOf } from './perform-curl.ts';
import { plainPerformer, type Performer } from './perform.ts';

/** Inside the workspace, so that Node.js resolves `@parley/client`. */
const DIRECTORY = path.resolve(import.meta.dirname, '../../node_modules/.cache/reference');

/** Runs the text of each example as a module. */
export function sdkPerformer(url: string): Performer {
  let count = 0;
  const plain = plainPerformer(url);
  return {
    perform: async (asked) => {
      if (asked.endpoint.takesPayload === true) return plain.perform(asked);
      await mkdir(DIRECTORY, { recursive: true });
      const file = path.join(DIRECTORY, `${process.pid}-${(count += 1)}.mjs`);
      const text = sdkExample(exampleOf(asked)).replaceAll(EXAMPLE_URL, url);
      await writeFile(file, text.replace('console.log(answer);', 'export default answer;'));
      process.chdir(await writeFiles(asked.files));
      try {
        const { default: body } = (await import(file)) as { default: JsonObject };
        return { status: 200, body: wireBodyOf(body) };
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        return { status: error.status, body: error.body as JsonObject };
      } finally {
        await rm(file);
      }
    },
    end: async () => {},
  };
}

/** Removes the fields that the SDK adds to messages, because the reference records the wire. */
function wireBodyOf(body: JsonObject): JsonObject {
  const { message, messages } = body;
  return {
    ...body,
    ...(isJsonObject(message) ? { message: wireMessageOf(message) } : {}),
    ...(Array.isArray(messages)
      ? { messages: messages.map((each) => (isJsonObject(each) ? wireMessageOf(each) : each)) }
      : {}),
  };
}

function wireMessageOf(message: JsonObject): JsonObject {
  const added = new Set(['kind', 'channel', 'topic', 'direct', 'sender']);
  return Object.fromEntries(Object.entries(message).filter(([name]) => !added.has(name)));
}

function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
