import { hash, verify } from '@node-rs/argon2';

/** 19 MiB and two passes of argon2id: the least that is recommended, so that many can log in at once. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** The hash of a password that nobody knows, with the same cost. */
const NOBODYS =
  '$argon2id$v=19$m=19456,t=2,p=1$xAftb2S93rwoZunluvCUpA$kT25WIHzMbZApFCAJ1D4Ic2s8Gps/FWOqojsYwt5AEk';

export const hashPassword = (password: string): Promise<string> => hash(password, COST);

/** Whether a password is the one that was hashed. Without a hash it is not, after the same work. */
export const isPassword = async (stored: string | null, password: string): Promise<boolean> => {
  const right = await verify(stored ?? NOBODYS, password);
  return right && stored !== null;
};
