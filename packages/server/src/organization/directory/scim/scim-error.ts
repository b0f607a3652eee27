import type { HttpResponse } from '../../../http/response.ts';

export const SCIM_TYPE = 'application/scim+json';

const ERROR_SCHEMA = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** Keywords of RFC 7644, section 3.12. */
type ScimType =
  | 'invalidFilter'
  | 'tooMany'
  | 'uniqueness'
  | 'mutability'
  | 'invalidSyntax'
  | 'invalidPath'
  | 'invalidValue';

/** A refusal in the form of SCIM. */
export class ScimError extends Error {
  override name = 'ScimError';
  readonly status: number;
  readonly scimType: ScimType | undefined;
  constructor(status: number, detail: string, scimType?: ScimType) {
    super(detail);
    this.status = status;
    this.scimType = scimType;
  }
}

export function invalidValue(detail: string): ScimError {
  return new ScimError(400, detail, 'invalidValue');
}

export function noSuchResource(kind: 'User' | 'Group', id: string): ScimError {
  return new ScimError(404, `${kind} ${id.slice(0, 40)} not found.`);
}

export function scimResponse(
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): HttpResponse {
  return {
    status,
    headers: { 'content-type': SCIM_TYPE, 'cache-control': 'no-store', ...headers },
    body: body === undefined ? '' : `${JSON.stringify(body)}\n`,
  };
}

export function scimRefusal(
  { status, message, scimType }: Pick<ScimError, 'status' | 'message' | 'scimType'>,
  headers: Record<string, string> = {},
): HttpResponse {
  const body = {
    schemas: [ERROR_SCHEMA],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail: message,
  };
  return { ...scimResponse(status, body, headers), problem: message };
}
