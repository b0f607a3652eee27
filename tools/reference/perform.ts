import { encode } from '@parley/contract/encode.ts';
import type { Endpoint } from '@parley/contract/endpoint.ts';
import type { JsonObject } from '@parley/contract/json-schema.ts';
import { bytesOf } from './files.ts';

export type Caller = { readonly email: string; readonly key: string };
export type ExampleRequest = {
  readonly endpoint: Endpoint;
  readonly as: Caller | undefined;
  readonly args: JsonObject;
  /** Files by their names. */
  readonly files: { readonly [name: string]: string };
  /** The body of an operation that takes a payload; text is sent as it is. */
  readonly payload?: JsonObject | string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
};
export type ExampleResponse = { readonly status: number; readonly body: JsonObject };

/** Performs a request in one of the languages of the examples. */
export type Performer = { perform(asked: ExampleRequest): Promise<ExampleResponse>; end(): Promise<void> };

/** Sends requests over HTTP without an example's text; used for recording. */
export function plainPerformer(url: string, send: typeof fetch = fetch): Performer {
  return {
    perform: async (asked) => {
      const { endpoint, as, args, files } = asked;
      const { path, fields } = encode(endpoint, args);
      const isGet = endpoint.method === 'GET';
      const isInQuery = isGet || endpoint.takesPayload === true;
      const query = isInQuery && fields.length > 0 ? `?${new URLSearchParams(fields).toString()}` : '';
      const response = await send(`${url}/api/v1${path}${query}`, {
        method: endpoint.method,
        headers: {
          ...(as === undefined ? {} : { authorization: `Basic ${btoa(`${as.email}:${as.key}`)}` }),
          ...(isGet || Object.keys(files).length > 0
            ? {}
            : { 'content-type': isInQuery ? 'application/json' : 'application/x-www-form-urlencoded' }),
          'user-agent': 'Example/1.0',
          ...asked.headers,
        },
        ...(isGet ? {} : { body: isInQuery ? payloadText(asked) : bodyOf(fields, files) }),
      });
      return { status: response.status, body: (await response.json()) as JsonObject };
    },
    end: async () => {},
  };
}

function payloadText({ payload = {} }: ExampleRequest): string {
  return typeof payload === 'string' ? payload : JSON.stringify(payload);
}

function bodyOf(fields: [string, string][], files: ExampleRequest['files']): string | FormData {
  if (Object.keys(files).length === 0) return new URLSearchParams(fields).toString();
  const form = new FormData();
  for (const [name, text] of fields) form.set(name, text);
  for (const [name, content] of Object.entries(files))
    form.set('file', new Blob([new Uint8Array(bytesOf(content))]), name);
  return form;
}
