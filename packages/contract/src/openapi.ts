import { answerSchema, errorCodesOf, idempotencyKey, type Endpoint } from './endpoint.ts';
import { endpoints } from './endpoints.ts';
import { errorAnswerSchema, errors, type ErrorCode } from './errors.ts';
import { schemaWriter, type Json, type JsonObject, type SchemaWriter } from './json-schema.ts';
import { FEATURE_LEVEL } from './level.ts';
import type { Parameter } from './parameter.ts';
import { scopeOf } from './scopes.ts';

/** The OpenAPI 3.1 document of all operations that are implemented. */
export function openApiDocument(): JsonObject {
  const schemas = schemaWriter('#/components/schemas/');
  const paths: Record<string, Record<string, Json>> = {};
  for (const endpoint of endpoints) {
    const path = endpoint.path.replaceAll('*}', '}');
    (paths[path] ??= {})[endpoint.method.toLowerCase()] = operation(endpoint, schemas);
  }
  const responses = { Plain: answer('Done.', schemas.write(answerSchema(plain), 'output')) };
  return {
    openapi: '3.1.0',
    info: {
      title: 'Parley',
      version: String(FEATURE_LEVEL),
      description:
        'A team-chat server. Parameters travel as form fields or in the query; every answer is a JSON object with `result` and `msg`. A path that exists answers 405 to a method that it does not have, with `allowed_methods` and without `code`.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [
      {
        url: 'https://{host}/api/v1',
        variables: { host: { default: 'chat.example.org', description: 'The organization.' } },
      },
    ],
    security: [{ basic: [] }, { grant: [] }],
    tags: [...new Set(endpoints.map((endpoint) => endpoint.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        basic: {
          type: 'http',
          scheme: 'basic',
          description:
            'Real address and API key of a user or a bot, or the token of a grant in place of the key.',
        },
        grant: {
          type: 'http',
          scheme: 'bearer',
          description: 'The token of a grant, which has the scope that the operation names as `x-scope`.',
        },
      },
      responses,
      schemas: schemas.named(),
    },
  };
}

const plain = { result: {} } as Endpoint;

function operation(endpoint: Endpoint, schemas: SchemaWriter): JsonObject {
  const fields = Object.entries(endpoint.parameters).filter(([, p]) => p.travel !== 'path');
  const inQuery = endpoint.method === 'GET' || endpoint.takesPayload === true ? fields : [];
  const parameters = [
    ...Object.entries(endpoint.parameters)
      .filter(([, p]) => p.travel === 'path')
      .map(([name, p]) => located('path', name, p, schemas)),
    ...inQuery.map(([name, p]) => located('query', name, p, schemas)),
    ...(endpoint.onceByKey === true ? [KEY] : []),
  ];
  return {
    operationId: endpoint.id,
    tags: [endpoint.tag],
    summary: endpoint.summary,
    description: endpoint.doc,
    ...(endpoint.since === undefined ? {} : { 'x-since': endpoint.since }),
    ...(endpoint.deprecated === true ? { deprecated: true } : {}),
    ...(endpoint.auth === 'basic' ? { 'x-scope': scopeOf(endpoint) } : { security: [] }),
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(endpoint.takesPayload === true ? { requestBody: PAYLOAD } : {}),
    ...(inQuery.length > 0 || (fields.length === 0 && endpoint.takesFile === undefined)
      ? {}
      : { requestBody: body(endpoint, fields, schemas) }),
    responses: responses(endpoint, schemas),
  };
}

const PAYLOAD: JsonObject = {
  required: false,
  description: 'The request of the service, in its own form.',
  content: { 'application/json': { schema: { type: 'object' } } },
};

const KEY: JsonObject = {
  name: idempotencyKey.header,
  in: 'header',
  required: false,
  description: idempotencyKey.doc,
  schema: { type: 'string', minLength: 1, maxLength: idempotencyKey.length },
};

function located(place: 'path' | 'query', name: string, p: Parameter, schemas: SchemaWriter): JsonObject {
  const schema = schemas.write(p.schema, 'input');
  const valued = p.absence === 'default' ? { ...schema, default: p.fallback as Json } : schema;
  return {
    name,
    in: place,
    required: p.absence === 'error',
    description: p.doc,
    ...notes(p),
    ...(p.travel === 'json' ? { content: { 'application/json': { schema: valued } } } : { schema: valued }),
  };
}

function notes(p: Parameter): JsonObject {
  return {
    ...(p.since === undefined ? {} : { 'x-since': p.since }),
    ...(p.deprecated === true ? { deprecated: true } : {}),
    ...(p.aliases.length === 0 ? {} : { 'x-aliases': [...p.aliases] }),
  };
}

function body(endpoint: Endpoint, fields: [string, Parameter][], schemas: SchemaWriter): JsonObject {
  const required = fields.filter(([, p]) => p.absence === 'error').map(([name]) => name);
  const encoded = fields.filter(([, p]) => p.travel === 'json' || p.travel === 'loose').map(([name]) => name);
  const content = {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(([name, p]) => [name, property(p, schemas)])),
      ...(required.length === 0 ? {} : { required }),
    },
    ...(encoded.length === 0
      ? {}
      : { encoding: Object.fromEntries(encoded.map((name) => [name, { contentType: 'application/json' }])) }),
  };
  const withFile = {
    ...content,
    schema: { ...content.schema, properties: { ...content.schema.properties, file: FILE } },
  };
  return {
    required: required.length > 0,
    content: {
      ...(endpoint.takesFile === 'large' ? {} : { 'application/x-www-form-urlencoded': content }),
      ...(endpoint.takesFile === undefined ? {} : { 'multipart/form-data': withFile }),
    },
  };
}

const FILE: JsonObject = {
  type: 'string',
  format: 'binary',
  description: 'A file; the field may have any other name.',
};

function property(p: Parameter, schemas: SchemaWriter): JsonObject {
  return {
    ...schemas.write(p.schema, 'input'),
    description: p.doc,
    ...(p.absence === 'default' ? { default: p.fallback as Json } : {}),
    ...notes(p),
  };
}

function success(endpoint: Endpoint, schemas: SchemaWriter): JsonObject {
  return Object.keys(endpoint.result).length === 0
    ? { $ref: '#/components/responses/Plain' }
    : answer('Done.', schemas.write(answerSchema(endpoint), 'output'));
}

/** Some errors have the status of a success, so that their senders do not retry. */
function responses(endpoint: Endpoint, schemas: SchemaWriter): JsonObject {
  const withStatus200 = errorCodesOf(endpoint).filter((code) => errors[code].status === 200);
  if (withStatus200.length === 0)
    return { '200': success(endpoint, schemas), ...failures(endpoint, schemas) };
  const written = [
    schemas.write(answerSchema(endpoint), 'output'),
    ...withStatus200.map((code) => schemas.write(errorAnswerSchema(code), 'output')),
  ];
  const names = withStatus200.map((code) => `\`${code}\``).join(', ');
  return { ...failures(endpoint, schemas), '200': answer(`Done, or ${names}.`, { oneOf: written }) };
}

function failures(endpoint: Endpoint, schemas: SchemaWriter): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  const add = (status: number, code: ErrorCode) =>
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  for (const code of errorCodesOf(endpoint)) add(errors[code].status, code);
  if (endpoint.missingIs404 === true) add(404, 'BAD_REQUEST');
  return Object.fromEntries(
    [...byStatus].map(([status, codes]) => {
      const written = codes.map((code) => schemas.write(errorAnswerSchema(code), 'output'));
      const [first] = written;
      const schema: JsonObject = written.length === 1 && first !== undefined ? first : { oneOf: written };
      const names = codes.map((code) => `\`${code}\``).join(', ');
      return [String(status), answer(codes.length === 1 ? `${names}.` : `One of ${names}.`, schema)];
    }),
  );
}

function answer(description: string, schema: JsonObject): JsonObject {
  return {
    description,
    content: { 'application/json': { schema } },
  };
}
