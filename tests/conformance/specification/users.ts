import { must, type Section } from './requirement.ts';

export const users: readonly Section[] = [
  {
    id: 'S4.3',
    title: 'Update a user by email',
    requirements: [
      must('S4.3.1', 'Only organization administrators may update a user by address.', 'UPE-5'),
      must('S4.3.2', 'The target is found by a real address that the requester may see.', 'UPE-1', 'UPE-3'),
      must('S4.3.3', 'The target is found by the dummy address.', 'UPE-2'),
      must('S4.3.4', '`full_name` changes as in the update by id.', 'UPE-1'),
      must('S4.3.5', '`role` changes as in the update by id.', 'UPE-6', 'UPE-7', 'UPE-8'),
      must('S4.3.8', 'The response has the plain envelope.', 'UPE-1'),
    ],
  },
  {
    id: 'S4.6',
    title: 'Get a user by email',
    requirements: [
      must(
        'S4.6.1',
        'A real address finds the user when the requester may see it.',
        'USR-3',
        'USR-4',
        'USR-5',
        'USR-6',
      ),
      must(
        'S4.6.2',
        'A real address does not find the user when the requester may not see it.',
        'USR-7',
        'USR-15',
      ),
      must('S4.6.3', 'The dummy address finds every user.', 'USR-9'),
      must('S4.6.4', '`client_gravatar` is true by default.', 'USR-25'),
      must('S4.6.5', '`client_gravatar` false asks for picture URLs.', 'USR-27'),
      must('S4.6.6', '`include_custom_profile_fields` is false by default.', 'USR-18'),
      must('S4.6.7', '`include_custom_profile_fields` true adds `profile_data`.', 'USR-18', 'USR-20'),
      must('S4.6.8', 'Both flags are booleans.', 'USR-28'),
      must('S4.6.9', 'The response has the user object under `user`.', 'USR-1'),
    ],
  },
  {
    id: 'S4.7',
    title: 'Update a user',
    requirements: [
      must('S4.7.1', 'Only organization administrators may update a user.', 'UPD-11'),
      must('S4.7.2', '`full_name` is optional and changes the name.', 'UPD-1', 'UPD-27'),
      must('S4.7.8', 'Another `role` is refused.', 'UPD-16'),
      must('S4.7.9', 'Only owners add or remove the owner role.', 'UPD-19', 'UPD-20'),
      must('S4.7.10', 'The only owner cannot be demoted.', 'UPD-21'),
      must(
        'S4.7.11',
        '`profile_data` is an array of objects with the integer `id` and a `value`, both required.',
        'UPD-56',
      ),
      must(
        'S4.7.12',
        '`value` is a string, an array of user ids, or null to clear.',
        'UPD-40',
        'UPD-47',
        'UPD-51',
      ),
      must(
        'S4.7.13',
        '`new_email` needs an owner who holds `can_change_user_emails`.',
        'UPD-58',
        'UPD-59',
        'UPD-60',
      ),
      must('S4.7.14', 'The response has the plain envelope.', 'UPD-1'),
      must('S4.7.15', 'Making a guest an administrator is BAD_REQUEST.', 'UPD-24'),
    ],
  },
  {
    id: 'S4.20',
    title: 'Get all custom profile fields',
    requirements: [must('S4.20.2', 'The response is `custom_fields`, an array of fields.', 'FLD-1', 'FLD-2')],
  },
];
