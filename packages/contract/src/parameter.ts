import type * as z from 'zod';

/**
 * How a parameter travels: as raw text in a form field, as JSON text in a form field, as a part of the path, or
 * loosely, which is JSON text if it can be read as such and raw text otherwise.
 */
export type Travel = 'text' | 'json' | 'path' | 'loose';

/** The server's reaction to an absent field. */
export type Absence = 'error' | 'undefined' | 'default';

export type Parameter<T = unknown, A extends Absence = Absence> = {
  readonly travel: Travel;
  readonly schema: z.ZodType<T>;
  readonly absence: A;
  readonly fallback?: T;
  /** Older names under which the same parameter is accepted. */
  readonly aliases: readonly string[];
  readonly doc: string;
  readonly since?: number;
  readonly deprecated?: boolean;
};

export type Parameters = Readonly<Record<string, Parameter>>;

type Extras = { aliases?: readonly string[]; since?: number; deprecated?: boolean };

export function text<T>(schema: z.ZodType<T>, doc: string, extras: Extras = {}): Parameter<T, 'error'> {
  return {
    travel: 'text',
    schema,
    absence: 'error',
    aliases: [],
    doc,
    ...extras,
  };
}

export function json<T>(schema: z.ZodType<T>, doc: string, extras: Extras = {}): Parameter<T, 'error'> {
  return {
    travel: 'json',
    schema,
    absence: 'error',
    aliases: [],
    doc,
    ...extras,
  };
}

export function loose<T>(schema: z.ZodType<T>, doc: string, extras: Extras = {}): Parameter<T, 'error'> {
  return {
    travel: 'loose',
    schema,
    absence: 'error',
    aliases: [],
    doc,
    ...extras,
  };
}

export function path<T>(schema: z.ZodType<T>, doc: string): Parameter<T, 'error'> {
  return {
    travel: 'path',
    schema,
    absence: 'error',
    aliases: [],
    doc,
  };
}

export function optional<T>(parameter: Parameter<T>): Parameter<T, 'undefined'> {
  return {
    ...parameter,
    absence: 'undefined',
  };
}

export function withDefault<T>(parameter: Parameter<T>, fallback: NoInfer<T>): Parameter<T, 'default'> {
  return {
    ...parameter,
    absence: 'default',
    fallback,
  };
}

type Value<P> = P extends Parameter<infer T> ? T : never;
type Keys<P extends Parameters, A extends Absence> = {
  [K in keyof P]: P[K]['absence'] extends A ? K : never;
}[keyof P];

/** The values that a handler receives, with defaults filled in. */
export type Decoded<P extends Parameters> = {
  [K in Keys<P, 'error' | 'default'>]: Value<P[K]>;
} & { [K in Keys<P, 'undefined'>]?: Value<P[K]> | undefined };

/** The values that a caller passes; parameters with a default are optional. */
export type Arguments<P extends Parameters> = {
  [K in Keys<P, 'error'>]: Value<P[K]>;
} & { [K in Keys<P, 'undefined' | 'default'>]?: Value<P[K]> | undefined };
