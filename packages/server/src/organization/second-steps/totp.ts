import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Clocks of phones may be wrong by a step in either direction. */
const WINDOW_STEPS = 1;
const CODE_SHAPE = /^\d{6}$/;

/** 160 bits in Base32, the length that RFC 4226 recommends. */
export function newSecret(): string {
  return new Secret({ size: SECRET_BYTES }).base32;
}

/** The address that an authenticator app reads as a QR code. */
export function otpauthUrl(secret: string, issuer: string, label: string): string {
  return totpOf(secret, issuer, label).toString();
}

/** The time step that a code belongs to; undefined for a code of no step that is near. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (!CODE_SHAPE.test(code)) return undefined;
  const totp = totpOf(secret, '', '');
  const delta = totp.validate({ token: code, timestamp: nowMs, window: WINDOW_STEPS });
  return delta === null ? undefined : totp.counter({ timestamp: nowMs }) + delta;
}

/** The form that every authenticator app supports. */
function totpOf(secret: string, issuer: string, label: string): TOTP {
  return new TOTP({ issuer, label, secret, algorithm: 'SHA1', digits: 6, period: PERIOD_SECONDS });
}
