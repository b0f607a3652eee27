import { operations as api } from '@parley/contract/endpoints.ts';
import { profileFieldTypes } from '@parley/contract/objects/custom-profile-field.ts';
import type { Recorder } from '../recorder.ts';

/** The organization as a whole: its settings, its domains, its linkifiers, the fields of its profiles. */
export async function organization(stage: Recorder): Promise<void> {
  const { show, prepare, refuse, iris, amara, mateo } = stage;
  await show(api.getServerSettings, undefined, {});
  await show(api.updateRealm, iris, {
    name: 'Harbour Observatory',
    description: 'We watch the sky over the harbour, and write down what we see.',
    message_content_edit_limit_seconds: 3600,
  });
  await prepare(api.updateRealm, iris, { waiting_period_threshold: 0, enable_read_receipts: true });
  await prepare(api.updateRealm, iris, { video_chat_provider: 0 });
  await refuse('UNAUTHORIZED_PRINCIPAL', api.updateRealm, amara, { name: 'Our Observatory' });

  await show(api.addRealmDomain, iris, { domain: 'observatory.example', allow_subdomains: false });
  await show(api.getRealmDomains, amara, {});
  await show(api.patchRealmDomain, iris, { domain: 'observatory.example', allow_subdomains: true });
  await show(api.deleteRealmDomain, iris, { domain: 'observatory.example' });

  const issue = await show(api.addLinkifier, mateo, {
    pattern: '#(?P<id>[0-9]{1,6})',
    url_template: 'https://tracker.example.org/issues/{id}',
  });
  const night = await prepare(api.addLinkifier, mateo, {
    pattern: 'night:(?P<date>[0-9]{4}-[0-9]{2}-[0-9]{2})',
    url_template: 'https://log.example.org/nights/{date}',
  });
  await show(api.getLinkifiers, amara, {});
  await show(api.updateLinkifier, mateo, {
    filter_id: issue.id,
    pattern: 'ISSUE-(?P<id>[0-9]{1,6})',
    url_template: 'https://tracker.example.org/issues/{id}',
  });
  await show(api.reorderLinkifiers, mateo, { ordered_linkifier_ids: [night.id, issue.id] });
  await show(api.removeLinkifier, mateo, { filter_id: night.id });

  const playground = await show(api.addCodePlayground, iris, {
    name: 'Python playground',
    pygments_language: 'Python',
    url_template: 'https://play.example.org/python?code={code}',
  });
  await show(api.removeCodePlayground, iris, { playground_id: playground.id });

  const pronouns = await show(api.createCustomProfileField, iris, {
    name: 'Pronouns',
    field_type: profileFieldTypes.PRONOUNS.id,
    hint: 'How people speak of you',
  });
  const link = await prepare(api.createCustomProfileField, iris, {
    name: 'Home page',
    field_type: profileFieldTypes.URL.id,
  });
  await show(api.updateCustomProfileField, iris, {
    field_id: pronouns.id,
    hint: 'Such as she/her',
    display_in_profile_summary: true,
  });
  await show(api.reorderCustomProfileFields, iris, { order: [link.id, pronouns.id] });
  await show(api.getCustomProfileFields, amara, {});
  await show(api.updateProfileData, amara, {
    data: [
      { id: pronouns.id, value: 'she/her' },
      { id: link.id, value: 'https://example.org/amara' },
    ],
  });
  await show(api.removeProfileData, amara, { data: [link.id] });
  await show(api.deleteCustomProfileField, iris, { field_id: link.id });

  await show(api.updateRealmUserSettingsDefaults, iris, { twenty_four_hour_time: true });
}
