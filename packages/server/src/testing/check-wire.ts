import type { Answer } from '@parley/client/connection.ts';
import { answerSchema, type Endpoint } from '@parley/contract/endpoint.ts';
import { errorAnswerSchema, errors, type ErrorCode } from '@parley/contract/errors.ts';

/** Fails the test whose request got an answer that the contract does not declare. */
export const checkWire = (endpoint: Endpoint, { status, body }: Answer): void => {
  const code = (body as { code?: string }).code;
  const schema = status < 300 ? answerSchema(endpoint) : isCode(code) ? errorAnswerSchema(code) : undefined;
  if (schema === undefined)
    throw new Error(`${endpoint.id} answered ${status} with the unknown code ${code}`);
  const checked = schema.safeParse(body);
  if (!checked.success)
    throw new Error(`${endpoint.id} answered ${status} outside the contract: ${checked.error.message}`);
};

const isCode = (code: string | undefined): code is ErrorCode => code !== undefined && code in errors;
