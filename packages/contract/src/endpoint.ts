import * as z from 'zod';
import type { ErrorCode } from './errors.ts';
import type { Arguments, Decoded, Parameters } from './parameter.ts';
import type { Scope, Tag } from './scopes.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'PUT' | 'DELETE';

/** One operation of the API, said once. Routes, validation, documentation and the SDK are derived from it. */
export type Endpoint<
  P extends Parameters = Parameters,
  R extends z.ZodRawShape = z.ZodRawShape,
  F extends Forms = Forms,
> = {
  /** kebab-case name of the operation, as in the public documentation. */
  readonly id: string;
  readonly method: Method;
  /** Below `/api/v1`; `{name}` stands for a path parameter, `{name*}` for one that may contain slashes. */
  readonly path: string;
  /** Further paths of the operation. */
  readonly aliases?: readonly string[];
  readonly tag: Tag;
  /** Where it is not the scope of the tag; null if no grant may call the operation. `scopeOf` knows both. */
  readonly scope?: Scope | null;
  /** `basic`: e-mail address and API key in a header; `query`: the API key alone, as the parameter `api_key` of the query. */
  readonly auth: 'basic' | 'query' | 'none';
  /** First feature level at which the operation exists, where the public documentation names one. */
  readonly since?: number;
  readonly deprecated?: boolean;
  readonly summary: string;
  /** Other phrases under which the search of the reference finds the operation. */
  readonly synonyms?: readonly string[];
  readonly doc: string;
  /** In the order in which they are examined: the first that is wrong is reported. */
  readonly parameters: P;
  /** Combinations of parameters, one of which a typed caller passes. The server examines `parameters` only. */
  readonly forms?: F;
  readonly result: R;
  readonly errors: readonly ErrorCode[];
  /** A missing object that the path names gives 404 instead of 400. */
  readonly missingIs404?: boolean;
  /** Requests that carry the same `Idempotency-Key` take effect once. */
  readonly onceByKey?: boolean;
  /** Several fields may hold files, which do not travel as parameters. Large ones may take their time. */
  readonly takesFile?: boolean | 'large';
  /** The body is a message of another service, in its own form. All parameters are in the path and the query. */
  readonly takesPayload?: boolean;
};

/** How a request names what it does, for operations that can be repeated under that name. */
export const idempotencyKey = {
  header: 'Idempotency-Key',
  length: 255,
  doc: 'A name for this request, made up by the client. Requests of a user that carry the same one within a day take effect once, and all are answered as the first; with other parameters it is refused.',
} as const;

type Forms = readonly z.ZodRawShape[];

type Declaration<P extends Parameters, R extends z.ZodRawShape, F extends Forms> = Omit<
  Endpoint<P, R, F>,
  'auth' | 'errors' | 'result' | 'parameters'
> &
  Partial<Pick<Endpoint<P, R>, 'auth' | 'errors'>> & { parameters?: P; result?: R };

// oxlint-disable-next-line typescript/no-empty-object-type -- the empty shape is the neutral element here
type None = {};

export function endpoint<
  P extends Parameters = None,
  R extends z.ZodRawShape = None,
  const F extends Forms = Forms,
>(declaration: Declaration<P, R, F>): Endpoint<P, R, F> {
  return {
    auth: 'basic',
    errors: [],
    ...declaration,
    parameters: declaration.parameters ?? ({} as P),
    result: declaration.result ?? ({} as R),
  };
}

export type ParametersOf<E> = E extends Endpoint<infer P, infer _R, infer _F> ? Decoded<P> : never;
export type ArgumentsOf<E> =
  E extends Endpoint<infer P, infer _R, infer F>
    ? Forms extends F
      ? Arguments<P>
      : Omit<Arguments<P>, keyof z.output<z.ZodObject<F[number]>>> & FormOf<F[number]>
    : never;
type FormOf<S> = S extends z.ZodRawShape ? z.input<z.ZodObject<S>> : never;
export type ResultOf<E> = E extends Endpoint<infer _P, infer R, infer _F> ? z.output<z.ZodObject<R>> : never;

const envelope = { result: z.literal('success'), msg: z.literal('') };
const ignored = {
  ignored_parameters_unsupported: z
    .array(z.string())
    .optional()
    .describe('Names of parameters that the operation does not know, ascending.'),
};

const answers = new WeakMap<Endpoint, z.ZodType>();

/** The whole successful answer of an operation, closed: an undeclared field is an error. */
export function answerSchema(of: Endpoint): z.ZodType {
  const known = answers.get(of);
  if (known !== undefined) return known;
  const schema = z.strictObject({ ...envelope, ...ignored, ...of.result });
  answers.set(of, schema);
  return schema;
}

/** Every error that an operation can answer with: its own, and those that its form brings along. */
export function errorCodesOf(of: Endpoint): ErrorCode[] {
  const parameters = Object.values(of.parameters);
  const codes = new Set<ErrorCode>(['BAD_REQUEST', 'REQUEST_TOO_LARGE', 'UNAVAILABLE', ...of.errors]);
  if (of.auth !== 'none') codes.add('RATE_LIMIT_HIT');
  if (of.auth === 'basic') codes.add('UNAUTHORIZED').add('SCOPE_REQUIRED');
  if (of.auth === 'query') codes.add('INVALID_API_KEY').add('USER_DEACTIVATED').add('REALM_DEACTIVATED');
  if (parameters.some((p) => p.travel !== 'path' && p.absence === 'error'))
    codes.add('REQUEST_VARIABLE_MISSING');
  if (parameters.some((p) => p.aliases.length > 0)) codes.add('REQUEST_CONFUSING_VAR');
  return [...codes].toSorted();
}
