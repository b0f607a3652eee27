/** A mail server that nobody can reach: letters are written and wait. For proofs that are not about mail. */
export const ABSENT_MAIL_SERVER = { url: 'smtp://127.0.0.1:1', from: 'chat@parley.test' };
