import { literal, type Example, type Style } from './value.ts';

/** The call with the SDK. */
export const sdkExample = (example: Example): string => {
  const { endpoint, as, args } = example;
  const name = exportName(endpoint.id);
  const given = Object.keys(args).length === 0 ? '' : `, ${literal(args, TYPESCRIPT)}`;
  const credentials =
    as === undefined ? '' : `\n  credentials: { email: ${quote(as.email)}, apiKey: ${quote(as.key)} },`;
  return [
    `import { createConnection } from '@parley/client/connection.ts';`,
    `import { ${name} } from '@parley/contract/endpoints/${endpoint.tag}.ts';`,
    '',
    `const connection = createConnection({\n  url: 'https://chat.example.org',${credentials}\n});`,
    '',
    `const answer = await connection.call(${name}${given});`,
    'console.log(answer);',
  ].join('\n');
};

const exportName = (id: string): string =>
  id.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const quote = (text: string): string =>
  `'${JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'")}'`;

const TYPESCRIPT: Style = {
  indent: '  ',
  key: (name) => (/^[a-z_$][\w$]*$/i.test(name) ? name : quote(name)),
  text: quote,
  words: ['true', 'false', 'null'],
  padding: ' ',
};
