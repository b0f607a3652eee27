/** The browser asked its user for a passkey in vain: there was none, or the user cancelled. */
export class NoPasskeyError extends Error {
  override readonly name = 'NoPasskeyError';
}

/** Whether this browser can have passkeys. */
export function hasPasskeys(): boolean {
  return (
    typeof PublicKeyCredential !== 'undefined' &&
    typeof PublicKeyCredential.parseRequestOptionsFromJSON === 'function'
  );
}
