import { must, type Section } from './requirement.ts';

export const accounts: readonly Section[] = [
  {
    id: 'S4.4',
    title: 'Update your presence',
    requirements: [
      must('S4.4.1', '`status` is required and is `active` or `idle`.', 'PRE-2'),
      must('S4.4.2', '`last_update_id` -1 asks for all data.', 'PRE-4'),
      must('S4.4.3', 'A later `last_update_id` asks for what changed since.', 'PRE-6', 'PRE-7'),
      must('S4.4.4', '`last_update_id` selects the modern format, whatever `slim_presence` says.', 'PRE-4'),
      must('S4.4.5', '`history_limit_days` is 14 by default.', 'PRE-13'),
      must('S4.4.6', '`history_limit_days` bounds the age of the data.', 'PRE-13', 'PRE-12'),
      must('S4.4.7', '`history_limit_days` is ignored when `last_update_id` is greater than 0.', 'PRE-13'),
      must('S4.4.8', '`new_user_input` is an optional boolean, false by default.', 'PRE-17'),
      must(
        'S4.4.10',
        '`ping_only` true updates the own status and returns no presence data.',
        'PRE-3',
        'PRE-7',
      ),
      must('S4.4.11', '`slim_presence` is false by default.', 'PRE-1'),
      must('S4.4.12', '`slim_presence` true asks for the modern format.', 'PRE-5'),
      must(
        'S4.4.13',
        '`presence_last_update_id` is at least the `last_update_id` that was passed.',
        'PRE-7',
        'PRE-20',
      ),
      must('S4.4.14', '`presence_last_update_id` equals `last_update_id` when nothing changed.', 'PRE-6'),
      must(
        'S4.4.15',
        '`presence_last_update_id` is -1 without a `last_update_id` and without data.',
        'PRE-12',
      ),
      must('S4.4.16', '`server_timestamp` is the time of the data, a number.', 'PRE-1'),
      must(
        'S4.4.17',
        '`presences` is in the legacy format unless the modern one was asked for.',
        'PRE-1',
        'PRE-4',
        'PRE-5',
      ),
      must(
        'S4.4.18',
        'Where user access is limited, presence data is limited to accessible users.',
        'PRE-29',
      ),
      must('S4.4.19', 'Invisible users share no presence.', 'PRE-14', 'PRE-27'),
      must('S4.4.20', 'A client reads from `presence_enabled` whether the user is visible.', 'SET-15'),
    ],
  },
  {
    id: 'S4.9',
    title: 'Edit a draft',
    requirements: [
      must('S4.9.1', '`draft` is required and a JSON-encoded object.', 'DRF-7', 'DRF-8'),
      must('S4.9.2', 'The object replaces the draft.', 'DRF-1'),
      must('S4.9.3', 'Other clients of the user get a drafts event.', 'DRF-2'),
      must('S4.9.4', 'The response has the plain envelope.', 'DRF-1'),
      must('S4.9.5', 'A missing draft is BAD_REQUEST.', 'DRF-4'),
    ],
  },
  {
    id: 'S4.15',
    title: 'Add a navigation view',
    requirements: [
      must('S4.15.1', '`fragment` is required.', 'NAV-7'),
      must('S4.15.2', '`is_pinned` is required and a boolean.', 'NAV-8'),
      must('S4.15.3', '`name` is a string for a custom view.', 'NAV-3'),
      must('S4.15.4', '`name` is omitted or null for a built-in view.', 'NAV-1'),
      must('S4.15.5', 'The view belongs to the current user alone.', 'NAV-11', 'NAV-12'),
      must('S4.15.6', 'A blank fragment is BAD_REQUEST.', 'NAV-6'),
    ],
  },
  {
    id: 'S4.18',
    title: 'Delete an event queue',
    requirements: [
      must('S4.18.1', '`queue_id` is required.', 'DEL-4'),
      must('S4.18.2', 'The queue of a registration is deleted.', 'DEL-1', 'DEL-7'),
      must('S4.18.3', 'A queue that does not exist is BAD_EVENT_QUEUE_ID.', 'DEL-3'),
      must('S4.18.4', 'A queue that was deleted is BAD_EVENT_QUEUE_ID.', 'DEL-2'),
    ],
  },
];
