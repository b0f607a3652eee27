import * as z from 'zod';
import { boolean, integer, string } from '../primitives.ts';

export const exportTypes = ['public', 'full_with_consent', 'full_without_consent'] as const;
export const exportType = z.enum(exportTypes);
export type ExportType = (typeof exportTypes)[number];

export const realmExport = z
  .strictObject({
    id: integer,
    acting_user_id: integer.describe('The administrator who asked for it.'),
    export_time: z.number().describe('UNIX time in seconds of the request.'),
    export_type: exportType,
    export_url: string
      .nullable()
      .describe(
        'Address of the archive, which needs no credentials and ends after an hour; the list has a new one. Null until the archive is complete, and after its deletion.',
      ),
    pending: boolean.describe('Whether it waits or is being made.'),
    deleted_timestamp: z
      .number()
      .nullable()
      .describe(
        'UNIX time in seconds at which the archive was deleted; 30 days after the request by itself.',
      ),
    failed_timestamp: z.number().nullable().describe('UNIX time in seconds at which the export failed.'),
    export_from_prior_server: boolean.describe(
      'Whether an earlier server of the organization made it, so that its archive is not here.',
    ),
  })
  .meta({ id: 'RealmExport', description: 'An export of the organization.' });
export type RealmExport = z.infer<typeof realmExport>;

export const exportConsent = z
  .strictObject({
    user_id: integer,
    consented: boolean.describe('Whether exports may have the private messages and settings of the user.'),
    email_address_visibility: integer.describe(
      'The visibility of the address of the user, as in the settings.',
    ),
  })
  .meta({ id: 'ExportConsent', description: 'The consent of a user to exports with private data.' });
export type ExportConsent = z.infer<typeof exportConsent>;
