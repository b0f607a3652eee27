import * as z from 'zod';
import { event } from '../event.ts';
import { mutedUser, reminder, savedSnippet, scheduledMessage } from '../objects/personal.ts';
import { integer, string, unixSeconds } from '../primitives.ts';

export const alertWordsChange = event(
  'alert_words',
  null,
  { alert_words: z.array(string) },
  'Alert words of the reader were added or removed; these are all.',
);
export const mutedUsersChange = event(
  'muted_users',
  null,
  { muted_users: z.array(mutedUser) },
  'The reader muted or unmuted a user; the list has all muted users.',
  48,
);

export const savedSnippetsAdd = event(
  'saved_snippets',
  'add',
  { saved_snippet: savedSnippet },
  'A snippet was saved.',
  297,
);
export const savedSnippetsUpdate = event(
  'saved_snippets',
  'update',
  { saved_snippet: savedSnippet },
  'A snippet changed.',
  368,
);
export const savedSnippetsRemove = event(
  'saved_snippets',
  'remove',
  { saved_snippet_id: integer },
  'A snippet was deleted.',
  297,
);

export const scheduledMessagesAdd = event(
  'scheduled_messages',
  'add',
  { scheduled_messages: z.array(scheduledMessage) },
  'Messages were scheduled.',
  179,
);
export const scheduledMessagesUpdate = event(
  'scheduled_messages',
  'update',
  { scheduled_message: scheduledMessage },
  'A scheduled message was edited, or could not be sent.',
  179,
);
export const scheduledMessagesRemove = event(
  'scheduled_messages',
  'remove',
  { scheduled_message_id: integer },
  'A scheduled message was sent or deleted.',
  179,
);

export const remindersAdd = event(
  'reminders',
  'add',
  { reminders: z.array(reminder) },
  'Reminders were made.',
  399,
);
export const remindersRemove = event(
  'reminders',
  'remove',
  { reminder_id: integer },
  'A reminder came or was deleted.',
  399,
);

export const deviceAdd = event('device', 'add', { device_id: integer }, 'A client registered itself.', 468);
export const deviceUpdate = event(
  'device',
  'update',
  {
    device_id: integer,
    push_key_id: integer.optional(),
    push_token_id: string.nullable().optional(),
    pending_push_token_id: string.nullable().optional(),
    push_token_last_updated_timestamp: unixSeconds.optional(),
    push_registration_error_code: string.nullable().optional(),
  },
  "A client's data changed; only changed fields are present.",
  468,
);
export const deviceRemove = event('device', 'remove', { device_id: integer }, 'A client is gone.', 468);
