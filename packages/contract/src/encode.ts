import type { Endpoint } from './endpoint.ts';

export type EncodedCall = { path: string; fields: [name: string, text: string][] };

/** The other direction of `decode`: the arguments of a call as a path and form fields. */
export function encode(endpoint: Endpoint, args: Readonly<Record<string, unknown>>): EncodedCall {
  const fields: [string, string][] = [];
  let path = endpoint.path;
  for (const [name, value] of Object.entries(args)) {
    if (value === undefined) continue;
    const parameter = endpoint.parameters[name];
    const travel = parameter?.travel ?? (typeof value === 'string' ? 'text' : 'json');
    if (travel === 'path') path = fillPath(path, name, plain(value));
    else fields.push([name, travel === 'text' ? plain(value) : JSON.stringify(value)]);
  }
  return { path, fields };
}

function fillPath(path: string, name: string, value: string): string {
  return path
    .replace(`{${name}}`, encodeURIComponent(value))
    .replace(`{${name}*}`, value.split('/').map(encodeURIComponent).join('/'));
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
