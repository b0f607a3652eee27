/** A one-time pad as long as an API key, as a client makes one for a single log-in. */
export const PAD_SHAPE = /^[0-9a-f]{64}$/i;

/** The key as only the client with the pad can read it: another program that catches the address learns nothing. */
export const hidden = (apiKey: string, pad: string): string => {
  const [key, mask] = [Buffer.from(apiKey, 'latin1'), Buffer.from(pad, 'hex')];
  return Buffer.from(key.map((byte, index) => byte ^ (mask[index] ?? 0))).toString('hex');
};
