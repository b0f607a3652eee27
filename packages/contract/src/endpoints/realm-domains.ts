import * as z from 'zod';
import { endpoint } from '../endpoint.ts';
import { realmDomain } from '../objects/realm-domain.ts';
import { json, path, text } from '../parameter.ts';
import { boolean, integer, string } from '../primitives.ts';

const domain = { domain: path(string, 'The domain, exactly as it is listed.') };
const subdomains = { allow_subdomains: json(boolean, 'Whether names below the domain count too.') };

export const getRealmDomains = endpoint({
  id: 'get-realm-domains',
  method: 'GET',
  path: '/realm/domains',
  tag: 'domains',
  summary: 'List allowed domains',
  doc: 'The domains whose addresses may join while the organization is restricted to them.',
  result: { domains: z.array(realmDomain) },
});

export const addRealmDomain = endpoint({
  id: 'add-realm-domain',
  method: 'POST',
  path: '/realm/domains',
  tag: 'domains',
  summary: 'Allow a domain',
  doc: 'Adds a domain to those whose addresses may join. For owners.',
  parameters: { ...subdomains, domain: text(string, 'The domain, in any letter case.') },
  result: { new_domain: z.tuple([integer, string]).describe('Id of the domain and the submitted string.') },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const patchRealmDomain = endpoint({
  id: 'patch-realm-domain',
  method: 'PATCH',
  path: '/realm/domains/{domain}',
  tag: 'domains',
  summary: 'Change an allowed domain',
  doc: 'Says whether names below the domain count too. For owners.',
  parameters: { ...domain, ...subdomains },
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});

export const deleteRealmDomain = endpoint({
  id: 'delete-realm-domain',
  method: 'DELETE',
  path: '/realm/domains/{domain}',
  tag: 'domains',
  summary: 'Remove an allowed domain',
  doc: 'With the last domain the restriction ends too. For owners.',
  parameters: domain,
  errors: ['UNAUTHORIZED_PRINCIPAL'],
});
