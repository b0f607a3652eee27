import { EXAMPLE_URL, literal, type Example, type Style } from './value.ts';

/** The request in TypeScript with the SDK. */
export function sdkExample(example: Example): string {
  const { endpoint, as, args, files } = example;
  const [file] = Object.keys(files ?? {});
  const values = Object.keys(args).length === 0 && file === undefined ? '' : literal(args, TYPESCRIPT);
  const argumentList =
    file === undefined
      ? values
      : `${values}, {\n  file: { name: ${quote(file)}, content: await openAsBlob(${quote(file)}) },\n}`;
  const credentials = as === undefined ? [] : [`  email: ${quote(as.email)},`, `  apiKey: ${quote(as.key)},`];
  return [
    ...(file === undefined ? [] : [`import { openAsBlob } from 'node:fs';`]),
    `import { createClient } from '@parley/client';`,
    '',
    'const client = createClient({',
    `  url: ${quote(EXAMPLE_URL)},`,
    ...credentials,
    '});',
    '',
    `const answer = await client.${functionName(endpoint.id)}(${argumentList});`,
    'console.log(answer);',
  ].join('\n');
}

function functionName(id: string): string {
  return id.replaceAll(/-(\w)/g, (_, initial: string) => initial.toUpperCase());
}

function quote(text: string): string {
  return `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;
}

const TYPESCRIPT: Style = {
  indent: '  ',
  key: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name)),
  text: quote,
  words: ['true', 'false', 'null'],
  padding: ' ',
};
