import * as z from 'zod';
import { boolean, string } from '../primitives.ts';

export const realmDomain = z
  .strictObject({ domain: string, allow_subdomains: boolean.describe('Whether names below it count too.') })
  .meta({ id: 'RealmDomain', description: 'A domain whose addresses may join.' });
export type RealmDomain = z.infer<typeof realmDomain>;
