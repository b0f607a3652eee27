import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { exportConsent, exportType, realmExport } from '../objects/realm-export.ts';
import { path, text, withDefault } from '../parameter.ts';
import { integer } from '../primitives.ts';

const tag = 'organization';
const errors = ['UNAUTHORIZED_PRINCIPAL'] as const;

export const exportRealm = endpoint({
  id: 'export-realm',
  method: 'POST',
  path: '/export/realm',
  tag,
  scope: null,
  summary: 'Export the organization',
  synonyms: ['data export', 'archive', 'backup'],
  doc: 'Starts an export: an archive with rows and files, which `parley realm import` takes. `public` has the messages of public channels; `full_with_consent` also what users can read who allow it in their settings; `full_without_consent` is refused. Five a week; larger organizations than 250,000 messages or 20 GiB of files are exported by their operator. The event `realm_export` tells of its progress. For administrators.',
  parameters: {
    export_type: withDefault(text(exportType, 'The content of the archive.'), 'public'),
  },
  result: { id: integer.describe('The export.') },
  errors: [...errors],
});

export const getRealmExports = endpoint({
  id: 'get-realm-exports',
  method: 'GET',
  path: '/export/realm',
  tag,
  scope: null,
  summary: 'List exports',
  doc: 'All exports of the organization, oldest first. For administrators.',
  result: { exports: z.array(realmExport) },
  errors: [...errors],
});

export const deleteRealmExport = endpoint({
  id: 'delete-realm-export',
  method: 'DELETE',
  path: '/export/realm/{export_id}',
  tag,
  scope: null,
  summary: 'Delete an export',
  doc: 'Deletes the archive of a complete export; the entry stays in the list. For administrators.',
  parameters: { export_id: path(integer, 'The export.') },
  errors: [...errors],
});

export const getRealmExportConsents = endpoint({
  id: 'get-realm-export-consents',
  method: 'GET',
  path: '/export/realm/consents',
  tag,
  scope: null,
  summary: 'List who allows exports of private data',
  doc: 'The consent of each active human user. For administrators.',
  result: { export_consents: z.array(exportConsent) },
  errors: [...errors],
});
