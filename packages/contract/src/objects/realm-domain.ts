import * as z from 'zod';
import { boolean, string } from '../primitives.ts';

/** A domain whose addresses may join. */
export const realmDomain = z
  .strictObject({ domain: string, allow_subdomains: boolean.describe('Whether names below it count too.') })
  .meta({ id: 'RealmDomain' });
export type RealmDomain = z.infer<typeof realmDomain>;
