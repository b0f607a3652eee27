import { sign, type KeyObject } from 'node:crypto';

/** Signs claims as a JSON Web Token (RFC 7519), with ES256 or RS256 by the type of the key. */
export function signToken(key: KeyObject, claims: object, header: object = {}): string {
  const isElliptic = key.asymmetricKeyType === 'ec';
  const unsigned = [{ typ: 'JWT', alg: isElliptic ? 'ES256' : 'RS256', ...header }, claims]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .join('.');
  const signature = sign(
    'sha256',
    Buffer.from(unsigned),
    isElliptic ? { key, dsaEncoding: 'ieee-p1363' } : key,
  );
  return `${unsigned}.${signature.toString('base64url')}`;
}
