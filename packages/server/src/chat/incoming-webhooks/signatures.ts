import { createHmac, timingSafeEqual } from 'node:crypto';

/** The way in which a service proves that it knows the secret in the address. */
export type SignatureScheme = {
  /** The header with the proof. */
  readonly header: string;
  readonly isValid: (proof: string, request: SignedRequest) => boolean;
};

export type SignedRequest = {
  readonly body: Buffer;
  readonly secret: string;
  /** The time at which the request is checked. */
  readonly nowSeconds: number;
};

/** A request with a time that is further away is a repeat of an old one. */
const MAX_AGE_SECONDS = 300;
/** Services sign with the secrets before and after a rotation, so a header has one or two signatures. */
const MAX_SIGNATURES = 10;

/** The hash of an HMAC, and how it is written. */
type HmacForm = { readonly hash?: 'sha256' | 'sha1'; readonly encoding?: 'hex' | 'base64' };

/** An HMAC of the body after a prefix, or several with commas between them. */
export function signedIn(header: string, prefix = '', form: HmacForm = {}): SignatureScheme {
  const { hash = 'sha256', encoding = 'hex' } = form;
  return {
    header,
    isValid: (proof, { body, secret }) => {
      const expected = `${prefix}${createHmac(hash, secret).update(body).digest(encoding)}`;
      return partsOf(proof).some((part) => isEqual(part, expected));
    },
  };
}

/** The secret itself. */
export function secretIn(header: string): SignatureScheme {
  return { header, isValid: (proof, { secret }) => isEqual(proof, secret) };
}

/** A time `t=` and hexadecimal HMACs `v1=` of the time, a dot and the body. */
export function signedWithTimeIn(header: string): SignatureScheme {
  return {
    header,
    isValid: (proof, { body, secret, nowSeconds }) => {
      const parts = partsOf(proof);
      const time = parts.find((part) => part.startsWith('t='))?.slice(2) ?? '';
      if (!/^\d{1,12}$/.test(time) || Math.abs(nowSeconds - Number(time)) > MAX_AGE_SECONDS) return false;
      const expected = `v1=${hmacOf(secret, `${time}.`, body)}`;
      return parts.some((part) => isEqual(part, expected));
    },
  };
}

function partsOf(proof: string): string[] {
  return proof.split(',', MAX_SIGNATURES).map((part) => part.trim());
}

function hmacOf(secret: string, ...parts: readonly (string | Buffer)[]): string {
  const hmac = createHmac('sha256', secret);
  for (const part of parts) hmac.update(part);
  return hmac.digest('hex');
}

/** Takes the same time wherever the texts differ. */
function isEqual(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)];
  return a.length === b.length && timingSafeEqual(a, b);
}
