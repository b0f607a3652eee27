import * as z from 'zod';
import { groupObjection } from './objects/user-group.ts';
import { integer, string } from './primitives.ts';

type ErrorDeclaration = {
  readonly status: number;
  /** Fields that stand beside `result`, `msg` and `code`. */
  readonly extra: Readonly<Record<string, z.ZodType>>;
  readonly doc: string;
};

function declare<T extends Record<string, ErrorDeclaration>>(table: T): T {
  return table;
}

/** Every error code of the API, its usual status and the fields that it may carry. */
export const errors = declare({
  BAD_REQUEST: {
    status: 400,
    extra: {
      errors: z.record(z.string(), z.array(z.string())).optional(),
      parameters: z.string().optional(),
      required_parameter: z.string().optional(),
      set_parameter: z.string().optional(),
      empty_topic_display_name: z.string().optional(),
    },
    doc: 'The request cannot be carried out. An entity addressed by its own path (a draft, a view) that does not exist has status 404.',
  },
  REQUEST_VARIABLE_MISSING: {
    status: 400,
    extra: { var_name: z.string() },
    doc: 'A required parameter is absent.',
  },
  REQUEST_VARIABLE_INVALID: {
    status: 400,
    extra: { var_name: z.string(), bad_value: z.unknown() },
    doc: 'A limit or retention setting has a value outside its words and numbers.',
  },
  REQUEST_CONFUSING_VAR: {
    status: 400,
    extra: { var_name1: z.string(), var_name2: z.string() },
    doc: 'A parameter was given under two of its names.',
  },
  UNAUTHORIZED: { status: 401, extra: {}, doc: 'The credentials are missing or do not let anybody in.' },
  INVALID_API_KEY: { status: 401, extra: {}, doc: 'The API key in the query belongs to no account.' },
  UNAUTHORIZED_PRINCIPAL: { status: 400, extra: {}, doc: 'An administrator or owner is required.' },
  FOREIGN_PAGE: {
    status: 403,
    extra: {},
    doc: 'A request with the cookie of a session did not come from a page of the organization.',
  },
  RECENT_LOGIN_REQUIRED: {
    status: 403,
    extra: {},
    doc: 'The user must log in again first: the log-in of the session or API key is more than an hour old.',
  },
  SECOND_STEP_REQUIRED: {
    status: 401,
    extra: { state: z.string().optional(), kinds: z.array(z.string()).optional() },
    doc: 'The password is right, and the account asks for a second step: repeat the request with `code`. The log-in of a page has a `state` to continue with, and names the `kinds` of second steps that the account has.',
  },
  SECOND_STEP_SETUP_REQUIRED: {
    status: 401,
    extra: { state: z.string().optional() },
    doc: 'The password is right, and the organization requires a second step that the account does not have. The log-in of a page has a `state` with which it is set up.',
  },
  SECOND_STEP_FAILED: {
    status: 401,
    extra: {},
    doc: 'The code or passkey of the second step is wrong or was used before.',
  },
  SECOND_STEP_EXPIRED: {
    status: 401,
    extra: {},
    doc: 'The log-in waited too long for its second step. Begin again with the password.',
  },
  SCOPE_REQUIRED: {
    status: 403,
    extra: { scope: string.nullable() },
    doc: 'The grant of the request lacks the scope of the operation, which `scope` names; null if no grant may do this.',
  },
  AUTHENTICATION_FAILED: { status: 401, extra: {}, doc: 'Wrong user name or password.' },
  PASSWORD_AUTH_DISABLED: { status: 401, extra: {}, doc: 'The organization does not accept passwords.' },
  PASSWORD_RESET_REQUIRED: { status: 401, extra: {}, doc: 'The password must be reset first.' },
  USER_DEACTIVATED: { status: 401, extra: {}, doc: 'The account is deactivated.' },
  REALM_DEACTIVATED: { status: 401, extra: {}, doc: 'The organization is deactivated.' },
  NONEXISTENT_SUBDOMAIN: { status: 404, extra: {}, doc: 'No organization lives at this host.' },
  RATE_LIMIT_HIT: {
    status: 429,
    extra: { 'retry-after': z.number() },
    doc: 'Too many requests, or requests that used too much processor time; `retry-after` says in how many seconds the next one is welcome.',
  },
  BAD_EVENT_QUEUE_ID: {
    status: 400,
    extra: { queue_id: z.string() },
    doc: 'The event queue does not exist, has expired, was deleted, or belongs to another user. Register a new one.',
  },
  CANNOT_DEACTIVATE_LAST_USER: {
    status: 400,
    extra: { is_last_owner: z.boolean(), entity: z.string() },
    doc: 'The organization would be left without an owner or without anybody.',
  },
  CANNOT_DEACTIVATE_GROUP_IN_USE: {
    status: 400,
    extra: { objections: z.array(groupObjection) },
    doc: 'The group is inside other groups or holds permissions.',
  },
  EXPECTATION_MISMATCH: {
    status: 400,
    extra: { field_name: z.string() },
    doc: 'The value has changed since the caller read it.',
  },
  MESSAGE_STREAM_ENDED: {
    status: 400,
    extra: {},
    doc: 'The message is complete, or was stopped: it takes no further pieces.',
  },
  SYSTEM_GROUP_REQUIRED: {
    status: 400,
    extra: { setting_name: z.string() },
    doc: 'This permission takes a system group only.',
  },
  INVALID_VIDEO_CALL_PROVIDER_TOKEN: {
    status: 400,
    extra: {},
    doc: 'The caller holds no valid token of the video-call provider; connect the account first.',
  },
  INVITATION_FAILED: {
    status: 400,
    extra: {
      errors: z.array(z.tuple([z.string(), z.string(), z.boolean()])),
      sent_invitations: z.boolean(),
      license_limit_reached: z.boolean(),
      daily_limit_reached: z.boolean(),
    },
    doc: 'Not everybody could be invited. `errors` names addresses, each with the reason and whether its account is deactivated; `sent_invitations` says whether the others were invited.',
  },
  PUSH_SERVICE_NOT_CONFIGURED: {
    status: 400,
    extra: {},
    doc: 'The server cannot send notifications to mobile devices.',
  },
  INVALID_PUSH_DEVICE_TOKEN: {
    status: 400,
    extra: {},
    doc: 'The caller has registered no such device.',
  },
  INVALID_REMOTE_PUSH_DEVICE_TOKEN: {
    status: 400,
    extra: {},
    doc: 'The push service does not know the device any more, and the server has removed it.',
  },
  FAILED_TO_CONNECT_BOUNCER: {
    status: 502,
    extra: {},
    doc: 'The push service cannot be reached.',
  },
  INTERNAL_SERVER_ERROR_ON_BOUNCER: {
    status: 502,
    extra: {},
    doc: 'The push service has a problem and asks to try again later.',
  },
  ADMIN_ACTION_REQUIRED: {
    status: 403,
    extra: {},
    doc: 'The push service does not accept the key of this server, which its operator must correct.',
  },
  NO_ACTIVE_PUSH_DEVICE: {
    status: 400,
    extra: {},
    doc: 'No device of the caller is known to the service that delivers notifications.',
  },
  CHANNEL_ALREADY_EXISTS: {
    status: 409,
    extra: { channel_name: z.string() },
    doc: 'Another channel has this name, perhaps an archived one.',
  },
  STREAM_DOES_NOT_EXIST: {
    status: 400,
    extra: { stream: z.string().optional(), stream_id: integer.optional() },
    doc: 'There is no such channel.',
  },
  STREAM_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    extra: {},
    doc: 'The sender may not mention everybody in so large a channel.',
  },
  TOPIC_WILDCARD_MENTION_NOT_ALLOWED: {
    status: 400,
    extra: {},
    doc: 'The sender may not mention everybody in so large a topic.',
  },
  BAD_NARROW: {
    status: 400,
    extra: { desc: z.string() },
    doc: 'A term of the search cannot be understood or names something unknown.',
  },
  MOVE_MESSAGES_TIME_LIMIT_EXCEEDED: {
    status: 400,
    extra: {
      first_message_id_allowed_to_move: integer,
      total_messages_in_topic: integer,
      total_messages_allowed_to_move: integer,
    },
    doc: 'Some messages of the topic are too old for the caller to move them.',
  },
  BAD_IMAGE: { status: 400, extra: {}, doc: 'The file is not a picture that can be read.' },
  REACTION_ALREADY_EXISTS: { status: 400, extra: {}, doc: 'The caller has already reacted with this emoji.' },
  REACTION_DOES_NOT_EXIST: { status: 400, extra: {}, doc: 'There is no such reaction to remove.' },
  REALM_UPLOAD_QUOTA: {
    status: 400,
    extra: {},
    doc: 'The files of the organization would take more than it may have.',
  },
  INVALID_JSON: { status: 400, extra: {}, doc: 'The payload of a webhook is not JSON.' },
  MISSING_HTTP_EVENT_HEADER: {
    status: 400,
    extra: { header: z.string() },
    doc: 'A webhook request lacks the header that names its event.',
  },
  UNSUPPORTED_WEBHOOK_EVENT_TYPE: {
    status: 200,
    extra: { webhook_name: z.string(), event_type: z.string() },
    doc: 'The integration does not know this event. The status is 200, so that the service does not retry.',
  },
  ANOMALOUS_WEBHOOK_PAYLOAD: {
    status: 400,
    extra: { webhook_name: z.string() },
    doc: 'The payload of a webhook is not one of this service.',
  },
  ORGANIZATION_MOVED: {
    status: 421,
    extra: { url: z.string(), 'retry-after': z.number() },
    doc: 'The organization lives in another cell now. `url` is its address; event queues continue there.',
  },
  REQUEST_TOO_LARGE: { status: 413, extra: {}, doc: 'The request is larger than the server accepts.' },
  UNAVAILABLE: {
    status: 503,
    extra: { 'retry-after': z.number().optional() },
    doc: 'The database is away or the server is too busy; the request may be repeated after `Retry-After` seconds.',
  },
});

export type ErrorCode = keyof typeof errors;

/** The fields of an error beside its code. */
export type ErrorData<C extends ErrorCode> = z.output<z.ZodObject<(typeof errors)[C]['extra']>>;

const answers = new Map<ErrorCode, z.ZodType>();

/** The answer that an error becomes on the wire, closed. */
export function errorAnswerSchema(code: ErrorCode): z.ZodType {
  const known = answers.get(code);
  if (known !== undefined) return known;
  const { extra, doc } = errors[code];
  const schema = z
    .strictObject({ result: z.literal('error'), msg: z.string().min(1), code: z.literal(code), ...extra })
    .meta({ id: `Error_${code}`, description: doc });
  answers.set(code, schema);
  return schema;
}
