/** The first proof of a log-in, as the audit trail names it. */
export type LoginFactor = 'password' | 'passkey' | 'sign-on' | 'invitation' | 'setup code' | 'sample user';
