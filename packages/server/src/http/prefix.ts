/** The prefix of every API path. */
export const PREFIX = '/api/v1';
