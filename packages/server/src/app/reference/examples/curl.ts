import { EXAMPLE_URL, requestOf, type Example } from './value.ts';

/** The request as a curl command. */
export function curlExample(example: Example): string {
  if (example.endpoint.takesPayload === true) return payloadExample(example);
  const { endpoint, as, files } = example;
  const { path, fields } = requestOf(example);
  const url = quote(`${EXAMPLE_URL}/api/v1${path}`);
  const isGet = endpoint.method === 'GET';
  const method = isGet ? (fields.length > 0 ? ' --get' : '') : ` -X ${endpoint.method}`;
  const hasFiles = files !== undefined && Object.keys(files).length > 0;
  return [
    `curl${method} ${url}`,
    ...(as === undefined ? [] : [`-u ${quote(`${as.email}:${as.key}`)}`]),
    ...fields.map(([name, text]) =>
      hasFiles ? `--form-string ${quote(`${name}=${text}`)}` : `--data-urlencode ${quote(`${name}=${text}`)}`,
    ),
    ...Object.keys(files ?? {}).map((name) => `-F ${quote(`file=@${name}`)}`),
  ].join(' \\\n  ');
}

/** Parameters are in the query, because the body is the payload. */
function payloadExample(example: Example): string {
  const { path, fields } = requestOf(example);
  return [
    `curl ${quote(`${EXAMPLE_URL}/api/v1${path}?${new URLSearchParams(fields).toString()}`)}`,
    `-H ${quote('Content-Type: application/json')}`,
    `--data-raw ${quote(JSON.stringify(example.payload ?? {}))}`,
  ].join(' \\\n  ');
}

function quote(text: string): string {
  return /^[\w@%+:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
