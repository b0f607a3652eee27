/** What stands before the path of every operation. */
export const PREFIX = '/api/v1';
