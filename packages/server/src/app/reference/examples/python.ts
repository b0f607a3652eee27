import type { Json } from '@parley/contract/json-schema.ts';
import { asText, EXAMPLE_URL, literal, requestOf, type Example, type Style } from './value.ts';

/** The request in Python with the library `requests`. */
export function pythonExample(example: Example): string {
  const { endpoint, as, args, files } = example;
  const { path, fields } = requestOf(example);
  const names = fields.map(([name]) => name);
  const values = names.map(
    (name) => `        ${text(name)}: ${valueOf(example, name, args[name] ?? null)},\n`,
  );
  const keyword = endpoint.method === 'GET' ? 'params' : 'data';
  const attached = Object.keys(files ?? {});
  const needsJson = names.some((name) => isJson(example, name));
  return [
    ...(needsJson ? ['import json', ''] : []),
    'import requests',
    '',
    `response = requests.${endpoint.method.toLowerCase()}(`,
    `    ${text(`${EXAMPLE_URL}/api/v1${path}`)},`,
    ...(as === undefined ? [] : [`    auth=(${text(as.email)}, ${text(as.key)}),`]),
    ...(names.length === 0 ? [] : [`    ${keyword}={\n${values.join('')}    },`]),
    ...(attached.length === 0
      ? []
      : [`    files={${attached.map((name) => `"file": open(${text(name)}, "rb")`).join(', ')}},`]),
    ')',
    'print(response.json())',
  ].join('\n');
}

function isJson({ endpoint, args }: Example, name: string): boolean {
  const travel = endpoint.parameters[name]?.travel;
  return travel === 'json' || (travel === 'loose' && asText(endpoint, name, args[name]) === undefined);
}

function valueOf(example: Example, name: string, value: Json): string {
  if (!isJson(example, name)) return text(typeof value === 'string' ? value : JSON.stringify(value));
  return `json.dumps(${literal(value, PYTHON, '        ')})`;
}

function text(value: string): string {
  return JSON.stringify(value);
}

const PYTHON: Style = {
  indent: '    ',
  key: text,
  text,
  words: ['True', 'False', 'None'],
  padding: '',
};
