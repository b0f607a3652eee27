/** An error of the token endpoint (RFC 6749, section 5.2). */
export type TokenError = {
  readonly error:
    | 'invalid_request'
    | 'invalid_client'
    | 'invalid_grant'
    | 'unsupported_grant_type'
    | 'invalid_scope'
    | 'invalid_target';
  readonly description: string;
};

export function invalidGrant(description: string): TokenError {
  return { error: 'invalid_grant', description };
}

export function invalidRequest(description: string): TokenError {
  return { error: 'invalid_request', description };
}

export function invalidTarget(description: string): TokenError {
  return { error: 'invalid_target', description };
}
