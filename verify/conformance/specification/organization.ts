import { must, type Section } from './requirement.ts';

export const organization: readonly Section[] = [
  {
    id: 'S4.12',
    title: 'Update a linkifier',
    requirements: [
      must('S4.12.1', '`pattern` is required.', 'LNK-4'),
      must('S4.12.2', '`url_template` is required.', 'LNK-4'),
      must('S4.12.3', '`example_input` is optional.', 'LNK-1', 'LNK-40'),
      must('S4.12.4', '`reverse_template` is optional.', 'LNK-1', 'LNK-40'),
      must('S4.12.5', '`alternative_url_templates` is optional.', 'LNK-1', 'LNK-40', 'SPL-3'),
      must(
        'S4.12.6',
        '`reverse_template` must reproduce `example_input` from the variables of the pattern.',
        'LNK-34',
        'LNK-37',
      ),
      must('S4.12.7', 'The response has the plain envelope.', 'LNK-1'),
    ],
  },
  {
    id: 'S4.16',
    title: 'Add an allowed domain',
    requirements: [
      must('S4.16.1', 'Only organization owners may add an allowed domain.', 'DOM-4', 'DOM-1'),
      must('S4.16.2', '`domain` is required.', 'DOM-5'),
      must('S4.16.3', '`allow_subdomains` is required and a boolean.', 'DOM-5', 'DOM-6'),
      must('S4.16.4', '`allow_subdomains` is kept as submitted.', 'DOM-2', 'SPO-1'),
      must('S4.16.5', '`new_domain` is an array of the integer id and the domain.', 'DOM-1'),
      must('S4.16.6', '`new_domain` repeats the domain as it was submitted.', 'DOM-3'),
    ],
  },
  {
    id: 'S4.21',
    title: 'Create a video call',
    requirements: [
      must('S4.21.1', 'The operation has no parameters.', 'CALL-8'),
      must('S4.21.2', 'The provider must be configured.', 'CALL-1', 'CALL-2'),
      must('S4.21.3', 'The user must hold a provider token.', 'CALL-3', 'CALL-16'),
      must('S4.21.4', '`has_conference_token` of the registration reports the token.', 'CALL-10', 'REG-28'),
      must('S4.21.5', '`url` of the response is the string URL of the meeting.', 'CALL-4', 'SPO-2'),
    ],
  },
  {
    id: 'S4.22',
    title: 'Get server settings',
    requirements: [
      must('S4.22.1', 'The operation needs no authentication.', 'SRV-1', 'SRV-24'),
      must(
        'S4.22.2',
        '`authentication_methods` is an object of booleans with a key per method.',
        'SRV-6',
        'SPG-9',
      ),
      must('S4.22.3', '`external_authentication_methods` is an array in display order.', 'SRV-19'),
      must(
        'S4.22.4',
        'An external method has `name`, `display_name`, `display_icon`, `login_url` and `signup_url`.',
        'SPG-8',
      ),
      must('S4.22.5', '`display_icon` is a string or null.', 'SRV-18', 'SPG-8'),
      must('S4.22.6', '`feature_level` is an integer.', 'SRV-3'),
      must('S4.22.7', '`server_version` is a string.', 'SRV-1', 'SPG-3'),
      must(
        'S4.22.8',
        '`merge_base` is a string, equal to `server_version` when unforked, or empty.',
        'SRV-1',
        'SPG-4',
      ),
      must('S4.22.9', '`push_notifications_enabled` is a boolean.', 'SRV-1'),
      must('S4.22.10', '`is_incompatible` is a boolean about the requesting client.', 'SRV-15'),
      must('S4.22.11', '`email_auth_enabled` is a boolean.', 'SRV-1', 'SRV-8'),
      must(
        'S4.22.12',
        '`require_email_format_usernames` is a boolean, false only with LDAP.',
        'SRV-1',
        'SRV-9',
      ),
      must('S4.22.13', '`realm_url` is the canonical URL.', 'SRV-4', 'SRV-5'),
      must('S4.22.14', '`realm_uri` equals `realm_url`.', 'SRV-4'),
      must('S4.22.15', '`realm_name` is a string.', 'SRV-1', 'SRV-25'),
      must('S4.22.16', '`realm_icon` is a URL.', 'SRV-26'),
      must('S4.22.17', '`realm_description` is HTML.', 'SRV-20', 'SRV-21'),
      must(
        'S4.22.18',
        '`realm_web_public_access_enabled` is true while web-public channels are enabled and one exists.',
        'SRV-23',
        'WEB-7',
      ),
      must(
        'S4.22.19',
        'The root domain without an organization omits the settings of an organization.',
        'SRV-11',
      ),
    ],
  },
];
