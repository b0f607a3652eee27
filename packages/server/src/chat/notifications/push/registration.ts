import type { KeyObject } from 'node:crypto';
import * as z from 'zod';
import { parseJson } from '../../../engine/parse-json.ts';
import { registrationPublicKey } from '../../../engine/push-config.ts';
import { openSealedBox } from './protocols/secret-box.ts';
import type { TokenKind } from './tokens.ts';

/** A token as a client registers it: sealed for the key that the app contains. */
export type TokenRegistration = {
  readonly kind: TokenKind;
  readonly id: string;
  readonly publicKey: string;
  readonly sealed: string;
};

type OpenedRegistration =
  | { readonly token: string; readonly appId: string | null }
  | { readonly errorCode: RegistrationErrorCode };

type RegistrationErrorCode =
  | 'INVALID_BOUNCER_PUBLIC_KEY'
  | 'INVALID_ENCRYPTED_PUSH_REGISTRATION'
  | 'REQUEST_EXPIRED';

/** Registrations that are older are refused, so that a recorded one cannot be repeated later. */
const MAX_AGE_SECONDS = 86_400;
const MAX_TOKEN_CHARACTERS = 4_096;

const content = z
  .object({
    token_kind: z.enum(['apns', 'fcm']),
    token: z.string().min(1).max(MAX_TOKEN_CHARACTERS),
    timestamp: z.number(),
    ios_app_id: z
      .string()
      .regex(/^[.a-zA-Z0-9-]+$/)
      .nullish(),
  })
  .refine(({ token_kind, token }) => token_kind === 'fcm' || /^[0-9a-fA-F]+$/.test(token));

export function openRegistration(
  { kind, publicKey, sealed }: TokenRegistration,
  key: KeyObject | undefined,
  now: number,
): OpenedRegistration {
  if (key === undefined || !registrationPublicKey(key).equals(Buffer.from(publicKey, 'base64')))
    return { errorCode: 'INVALID_BOUNCER_PUBLIC_KEY' };
  const opened = content.safeParse(parseJson(openSealedBox(Buffer.from(sealed, 'base64'), key) ?? ''));
  if (!opened.success || opened.data.token_kind !== kind)
    return { errorCode: 'INVALID_ENCRYPTED_PUSH_REGISTRATION' };
  const { token, timestamp, ios_app_id } = opened.data;
  if (timestamp < now / 1000 - MAX_AGE_SECONDS) return { errorCode: 'REQUEST_EXPIRED' };
  return { token, appId: ios_app_id ?? null };
}

export function isBase64(text: string): boolean {
  return /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(text);
}
