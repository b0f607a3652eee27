/** The text that a message has while none was written. */
export const PLACEHOLDER = '…';
