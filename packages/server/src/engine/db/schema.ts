import type { Generated, GeneratedAlways } from 'kysely';
import type { ImageName, StoredImage } from '../files/stored-image.ts';

/** The tables as created by the migrations. `int8` is parsed to a number, `timestamptz` to a Date. */
export type Schema = {
  realm: {
    id: Generated<number>;
    subdomain: string;
    name: string;
    uuid: Generated<string>;
    org_type: Generated<number>;
    plan_type: Generated<number>;
    created_at: Generated<Date>;
    deactivated_at: Date | null;
    scheduled_deletion_at: Date | null;
    settings: Json;
    user_defaults: Json;
    permissions: Json<Record<string, number>>;
    images: Json<{ readonly [N in ImageName]?: StoredImage }>;
    moves: Generated<number>;
    is_copy: Generated<boolean>;
    audit_retention_days: number | null;
  };
  audit_head: {
    realm_id: number;
    number: Generated<number>;
    hash: Generated<Buffer>;
    start: Generated<number>;
    start_hash: Generated<Buffer>;
  };
  audit_entry: {
    realm_id: number;
    number: number;
    at: Date;
    kind: 'change' | 'access' | 'export';
    action: string;
    actor_id: number | null;
    object_type: string | null;
    object_id: number | null;
    fields: string[];
    body: string;
    hash: Buffer;
  };
  audit_part: {
    realm_id: number;
    number: number;
    part: number;
    user_id: number | null;
    salt: Buffer;
    content: string;
  };
  cell: {
    is_only: Generated<boolean>;
    number: number;
    external_host: string;
    scheme: 'http' | 'https';
  };
  server_note: { name: string; value: Json; at: Generated<Date> };
  job_run: { name: string; succeeded_at: Date | null; failed_at: Date | null; error: string | null };
  setup_code: {
    is_only: Generated<boolean>;
    seed: Buffer;
    expires_at: Date;
    attempts: Generated<number>;
  };
  realm_transfer: {
    realm_id: number;
    state: 'arriving' | 'departed';
    subdomain: string;
    cell: number;
    url: string;
    late: Json | null;
    target_epoch: string | null;
    is_settled: Generated<boolean>;
    is_clean: Generated<boolean>;
    at: Generated<Date>;
  };
  transfer_mark: { realm_id: number; mark: number };
  realm_head: {
    realm_id: number;
    head: Generated<number>;
    access_version: Generated<number>;
    users: Generated<number>;
    roster: Generated<number>;
    groups: Generated<number>;
    channels: Generated<number>;
  };
  sealing_key: {
    id: Buffer;
    state: 'pending' | 'current' | 'retiring';
    names_sealed: Buffer;
    refused_at: Date | null;
    created_at: Generated<Date>;
  };
  epoch: {
    is_only: Generated<boolean>;
    number: number;
    token: Generated<string>;
    system_identifier: number;
    timeline: number;
    table_id: number;
    reason: string;
    began_at: Generated<Date>;
    seen_at: Generated<Date>;
  };
  log_entry: { realm_id: number; position: number; at: Date; audience: string; event: string };
  realm_user: {
    realm_id: number;
    id: Generated<number>;
    delivery_email: string;
    email_visibility: Generated<number>;
    full_name: string;
    name_key: Generated<string>;
    role: number;
    is_active: Generated<boolean>;
    is_full_member: Generated<boolean>;
    is_imported_stub: Generated<boolean>;
    is_deleted: Generated<boolean>;
    bot_type: number | null;
    bot_owner_id: number | null;
    date_joined: Generated<Date>;
    awaits_first_login: Generated<boolean>;
    timezone: Generated<string>;
    avatar_source: Generated<string>;
    avatar_version: Generated<number>;
    settings: Json;
    chosen_settings: Generated<string[]>;
    password_hash: string | null;
    key_hash: Buffer | null;
    key_sealed: Buffer | null;
    can_create_users: Generated<boolean>;
    can_change_user_emails: Generated<boolean>;
    rate_limits: Generated<string>;
    mail_epoch: Generated<number>;
  };
  user_role: { realm_id: number; user_id: number; from_position: number; role: number };
  user_group: {
    realm_id: number;
    id: Generated<number>;
    name: string | null;
    description: Generated<string>;
    is_system: Generated<boolean>;
    creator_id: number | null;
    created_at: Date | null;
    is_deactivated: Generated<boolean>;
    permissions: Json<Record<string, number>>;
  };
  group_member: { realm_id: number; group_id: number; user_id: number };
  group_subgroup: { realm_id: number; group_id: number; subgroup_id: number };
  event_queue: {
    realm_id: number;
    id: string;
    user_id: number;
    from_position: number;
    client_options: Json;
    idle_seconds: number;
    last_seen: Generated<Date>;
    rewinds: Generated<number>;
    credential_id: number | null;
    acknowledged: number | null;
    offline_at: Date | null;
  };
  notification: {
    realm_id: number;
    user_id: number;
    message_id: number;
    kind: string;
    trigger: string;
    state: Generated<string>;
    created_at: Generated<Date>;
  };
  email_batch: {
    realm_id: number;
    user_id: number;
    started_at: Generated<Date>;
    due_at: Date;
    tries: Generated<number>;
    is_held: Generated<boolean>;
  };
  digest: {
    realm_id: number;
    user_id: number;
    week: Date;
  };
  push_subscription: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    credential_id: number | null;
    protocol: Generated<'web' | 'apns' | 'fcm'>;
    device_id: number | null;
    endpoint_hash: Buffer;
    sealed: Buffer;
    created_at: Generated<Date>;
  };
  vapid_key: { realm_id: number; public_key: string; sealed: Buffer };
  page_job: {
    realm_id: number;
    message_id: number;
    round: Generated<number>;
    tries: Generated<number>;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
  };
  streamed_message: {
    realm_id: number;
    message_id: number;
    sender_id: number;
    content: string;
    published: Generated<number>;
    stored_at: Date;
    touched_at: Generated<Date>;
    is_ended: Generated<boolean>;
  };
  page_preview: {
    realm_id: number;
    url_hash: Buffer;
    preview: Json | null;
    fetched_at: Generated<Date>;
  };
  push_delivery: {
    realm_id: number;
    id: GeneratedAlways<number>;
    subscription_id: number;
    protocol: Generated<'web' | 'apns' | 'fcm'>;
    message_id: number | null;
    payload: string;
    created_at: Generated<Date>;
    due_at: Generated<Date>;
    tries: Generated<number>;
  };
  lost_queue: { realm_id: number; id: GeneratedAlways<number>; user_id: number; acknowledged: number };
  credential: {
    realm_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    kind: Generated<'session' | 'key' | 'grant'>;
    secret_hash: Buffer;
    name: string;
    address: string | null;
    created_at: Generated<Date>;
    last_used: Generated<Date | null>;
    expires_at: Date | null;
    scopes: string[] | null;
    token_end: string | null;
    channels: number[] | null;
    since: Date | null;
    client_id: string | null;
    client_host: string | null;
    resource: string | null;
    token_expires_at: Date | null;
  };
  oauth_client: {
    realm_id: number;
    id: Generated<number>;
    name: string;
    client_id: string | null;
    host: string | null;
    redirect_uris: string[];
    created_at: Generated<Date>;
  };
  authorization_code: {
    realm_id: number;
    code_hash: Buffer;
    user_id: number;
    credential_id: number;
    is_used: Generated<boolean>;
    client_id: string;
    client_name: string;
    client_host: string | null;
    redirect_uri: string;
    challenge: string;
    resource: string;
    scopes: string[];
    channels: number[] | null;
    days: number;
    expires_at: Date;
  };
  refresh_token: {
    realm_id: number;
    token_hash: Buffer;
    credential_id: number;
    is_used: Generated<boolean>;
    created_at: Generated<Date>;
  };
  identity: {
    realm_id: number;
    provider: string;
    subject: string;
    user_id: number;
    created_at: Generated<Date>;
  };
  directory_token: {
    realm_id: number;
    id: Generated<number>;
    name: string;
    token_hash: Buffer;
    token_end: string;
    created_by: number;
    created_at: Generated<Date>;
    expires_at: Date;
    last_used: Date | null;
  };
  directory_group: { realm_id: number; group_id: number; external_id: string };
  directory_rules: { realm_id: number; rules: Json };
  login_attempt: { realm_id: number; name_hash: Buffer; arrival: number };
  second_step: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    kind: 'totp' | 'passkey';
    name: string;
    sealed: Buffer;
    passkey_hash: Buffer | null;
    last_step: Generated<number>;
    created_at: Generated<Date>;
    confirmed_at: Date | null;
    last_used: Date | null;
  };
  recovery_code: { realm_id: number; user_id: number; code_hash: Buffer; created_at: Generated<Date> };
  passkey_challenge: { realm_id: number; binding_hash: Buffer; challenge: string; expires_at: Date };
  waiting_login: {
    realm_id: number;
    state_hash: Buffer;
    user_id: number;
    sealed: Buffer;
    expires_at: Date;
  };
  profile_field: {
    realm_id: number;
    id: Generated<number>;
    name: string;
    hint: Generated<string>;
    type: number;
    field_data: Generated<string>;
    display_order: number;
    is_required: Generated<boolean>;
    is_editable_by_user: Generated<boolean>;
    is_in_summary: Generated<boolean>;
    is_for_matching: Generated<boolean>;
  };
  user_change: {
    realm_id: number;
    user_id: number;
    version: number;
  };
  profile_value: {
    realm_id: number;
    user_id: number;
    field_id: number;
    value: string;
    rendered: string | null;
  };
  bot: {
    realm_id: number;
    user_id: number;
    default_all_public_streams: Generated<boolean>;
    default_sending_channel_id: number | null;
    default_events_channel_id: number | null;
    payload_url: string | null;
    interface: number | null;
    service_token: string | null;
    service_name: string | null;
    config: Json<Record<string, string>>;
    owner_notified_at: Date | null;
  };
  bot_storage: {
    realm_id: number;
    user_id: number;
    key: string;
    value: string;
    size: GeneratedAlways<number>;
  };
  conversation: {
    realm_id: number;
    id: Generated<number>;
    users: number[] | null;
    users_key: string | null;
    last_ordinal: Generated<number>;
    last_message_id: number | null;
  };
  conversation_user: { realm_id: number; user_id: number; conversation_id: number };
  message: {
    realm_id: number;
    id: number;
    sender_id: number;
    home_id: number;
    ordinal: number;
    conversation_id: number;
    channel_id: number | null;
    arrived_at: number | null;
    message_flags: number;
    sent_at: Date;
    edited_at: Date | null;
    moved_at: Date | null;
    client: string;
    topic: string;
    topic_key: string;
    content: string;
    rendered: string;
  };
  search_build: {
    realm_id: number;
    id: Generated<number>;
    tokenizer: number;
    upto: Generated<number>;
    ready_at: Date | null;
  };
  search_segment: {
    realm_id: number;
    id: Generated<number>;
    build_id: number;
    is_amendment: boolean;
    level: number;
    first_id: number;
    last_id: number;
    revision: Generated<number>;
  };
  search_page: { realm_id: number; segment_id: number; first_key: Buffer; number: number; data: Buffer };
  search_change: {
    realm_id: number;
    message_id: number;
    is_gone: boolean;
    revision: Generated<number>;
    builds: Generated<number[]>;
    changed_at: Generated<Date>;
  };
  topic: { realm_id: number; channel_id: number; topic_key: string; name: string; last_message_id: number };
  message_edit: {
    realm_id: number;
    message_id: number;
    position: number;
    user_id: number | null;
    at: Date;
    prev_content: string | null;
    prev_rendered: string | null;
    prev_topic: string | null;
    topic: string | null;
    prev_channel_id: number | null;
    channel_id: number | null;
  };
  chat_import: {
    realm_id: number;
    id: Generated<number>;
    source: string;
    origin: string;
    state:
      | 'receiving'
      | 'checking'
      | 'checked'
      | 'waiting'
      | 'running'
      | 'done'
      | 'returning'
      | 'returned'
      | 'failed';
    started_at: Generated<Date>;
    finished_at: Date | null;
    report: Generated<Json>;
    user_id: number | null;
    file_name: Generated<string>;
    size: Generated<number>;
    received: Generated<number>;
    parts: Generated<string[]>;
    touched_at: Generated<Date>;
    tries: Generated<number>;
    progress: Generated<number>;
    total: Generated<number>;
    found: Json | null;
    samples: Generated<Json>;
    notes: Generated<Json>;
    problem: string | null;
    taken_back_at: Date | null;
  };
  imported: {
    realm_id: number;
    origin: string;
    kind: string;
    source_id: string;
    id: number;
    import_id: number | null;
  };
  import_home: {
    realm_id: number;
    origin: string;
    source_id: string;
    conversation_id: number;
    target_id: number | null;
    is_new: boolean;
  };
  hold: {
    realm_id: number;
    id: Generated<number>;
    user_id: number | null;
    channel_id: number | null;
    reason: string;
    creator_id: number;
    created_at: Generated<Date>;
  };
  realm_export: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    type: 'public' | 'full_with_consent';
    state: Generated<'pending' | 'complete' | 'failed' | 'deleted'>;
    requested_at: Generated<Date>;
    ended_at: Date | null;
    tries: Generated<number>;
    key: string | null;
    size: number | null;
    is_from_elsewhere: Generated<boolean>;
  };
  personal_export: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    state: Generated<'pending' | 'ready' | 'failed'>;
    requested_at: Generated<Date>;
    ended_at: Date | null;
    tries: Generated<number>;
    key: string | null;
    size: number | null;
  };
  message_removal: {
    realm_id: number;
    user_id: number;
    conversations: string[];
    requested_at: Generated<Date>;
  };
  reaction: {
    realm_id: number;
    message_id: number;
    user_id: number;
    reaction_type: string;
    emoji_code: string;
    emoji_name: string;
    position: number;
  };
  submessage: {
    realm_id: number;
    message_id: number;
    id: Generated<number>;
    sender_id: number;
    msg_type: string;
    content: string;
  };
  message_user_flag: { realm_id: number; user_id: number; message_id: number; flags: number };
  read_state: { realm_id: number; user_id: number; conversation_id: number; prefix: number };
  read_block: {
    realm_id: number;
    user_id: number;
    conversation_id: number;
    block: number;
    bits: string;
  };
  gone_block: { realm_id: number; conversation_id: number; block: number; bits: string };
  sent_key: {
    realm_id: number;
    user_id: number;
    key: Buffer;
    content_hash: Buffer;
    message_id: number;
    policy: number;
    at: Generated<Date>;
  };
  vocabulary_version: { realm_id: number; name: string; version: number };
  channel_folder: {
    realm_id: number;
    id: Generated<number>;
    name: string;
    description: Generated<string>;
    rendered_description: Generated<string>;
    display_order: number;
    creator_id: number | null;
    created_at: Generated<Date>;
    is_archived: Generated<boolean>;
  };
  channel: {
    realm_id: number;
    id: Generated<number>;
    conversation_id: number;
    name: string;
    description: Generated<string>;
    rendered_description: Generated<string>;
    creator_id: number | null;
    created_at: Generated<Date>;
    is_private: Generated<boolean>;
    is_web_public: Generated<boolean>;
    is_history_public: Generated<boolean>;
    is_archived: Generated<boolean>;
    is_default: Generated<boolean>;
    is_recently_active: Generated<boolean>;
    topics_policy: Generated<string>;
    retention_days: number | null;
    folder_id: number | null;
    first_message_id: number | null;
    subscriber_count: Generated<number>;
    subscribers_version: Generated<number>;
    permissions: Json<Record<string, number>>;
    default_push_notifications: Generated<boolean>;
    mail_epoch: Generated<number>;
  };
  subscription: {
    realm_id: number;
    user_id: number;
    channel_id: number;
    is_active: Generated<boolean>;
    /** int8multirange in PostgreSQL's text format. */
    periods: Generated<string>;
    ordinals: Generated<string>;
    color: string;
    is_muted: Generated<boolean>;
    is_pinned: Generated<boolean>;
    desktop_notifications: boolean | null;
    audible_notifications: boolean | null;
    push_notifications: boolean | null;
    email_notifications: boolean | null;
    wildcard_mentions_notify: boolean | null;
  };
  topic_policy: {
    realm_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    channel_id: number;
    topic: string;
    policy: number;
    updated_at: Date;
  };
  presence: {
    realm_id: number;
    user_id: number;
    active_at: Date | null;
    idle_at: Date;
    update_id: number;
  };
  presence_head: { realm_id: number; last_id: Generated<number> };
  user_status: {
    realm_id: number;
    user_id: number;
    status_text: Generated<string>;
    emoji_name: Generated<string>;
    emoji_code: Generated<string>;
    reaction_type: Generated<string>;
  };
  linkifier: {
    realm_id: number;
    id: Generated<number>;
    pattern: string;
    url_template: string;
    example_input: string | null;
    reverse_template: string | null;
    alternative_url_templates: Generated<string[]>;
    display_order: number;
  };
  custom_emoji: {
    realm_id: number;
    id: Generated<number>;
    name: string;
    author_id: number | null;
    file: string;
    is_animated: boolean;
    is_deactivated: Generated<boolean>;
  };
  playground: {
    realm_id: number;
    id: Generated<number>;
    name: string;
    pygments_language: string;
    url_template: string;
  };
  realm_domain: { realm_id: number; id: Generated<number>; domain: string; allow_subdomains: boolean };
  draft: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    type: string;
    recipients: number[];
    topic: string;
    content: string;
    edited_at: Date;
  };
  navigation_view: {
    realm_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    fragment: string;
    is_pinned: boolean;
    name: string | null;
  };
  alert_word: { realm_id: number; user_id: number; id: Generated<number>; word: string };
  muted_user: { realm_id: number; user_id: number; muted_id: number; muted_at: Date };
  saved_snippet: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    title: string;
    content: string;
    created_at: Date;
  };
  scheduled_message: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    channel_id: number | null;
    users: number[];
    topic: string;
    content: string;
    rendered: string;
    client: string;
    is_read_by_sender: boolean;
    due_at: Date;
    has_failed: Generated<boolean>;
    version: Generated<number>;
    taken_until: Date | null;
  };
  scheduled_message_sent: { realm_id: number; id: number; user_id: number; at: Generated<Date> };
  reminder: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    message_id: number;
    note: string;
    content: string;
    rendered: string;
    due_at: Date;
    has_failed: Generated<boolean>;
    taken_until: Date | null;
  };
  attachment: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    path_id: string;
    name: string;
    key: string;
    size: number;
    content_type: string;
    created_at: Date;
    state: 'arriving' | 'kept' | 'leaving';
    unused_since: Date | null;
    width: number | null;
    height: number | null;
    frames: number | null;
  };
  attachment_message: { realm_id: number; attachment_id: number; message_id: number };
  upload_space: { realm_id: number; used: number; reserved: Generated<number> };
  user_upload_space: { realm_id: number; user_id: number; used: number };
  partial_upload: {
    realm_id: number;
    id: string;
    user_id: number;
    size: number;
    metadata: Json<Record<string, string | null>>;
    pieces: string[];
    received: number;
    touched_at: Date;
    is_counted: Generated<boolean>;
  };
  device: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    push_key_id: number | null;
    push_key: string | null;
    push_key_sealed: Buffer | null;
    token_kind: string | null;
    push_token_id: string | null;
    pending_push_token_id: string | null;
    bouncer_public_key: string | null;
    encrypted_registration: string | null;
    token_updated_at: Date | null;
    error_code: string | null;
  };
  push_token: {
    realm_id: number;
    id: GeneratedAlways<number>;
    user_id: number;
    kind: string;
    token: string;
    app_id: string | null;
    added_at: Generated<Date>;
  };
  call_token: {
    realm_id: number;
    user_id: number;
    provider: string;
    sealed: Buffer;
    expires_at: Date | null;
    refreshing_until: Date | null;
  };
  call_authorization: {
    state_hash: Buffer;
    realm_id: number;
    user_id: number;
    provider: string;
    sealed: Buffer;
    expires_at: Date;
  };
  invitation: {
    realm_id: number;
    id: GeneratedAlways<number>;
    inviter_id: number;
    email: string | null;
    token_hash: Buffer;
    token_sealed: Buffer | null;
    role: number;
    channel_ids: number[];
    group_ids: number[];
    joins_defaults: boolean;
    notifies_inviter: boolean;
    welcome_text: string | null;
    invited_at: Date;
    expires_at: Date | null;
  };
  confirmation: {
    realm_id: number;
    token_hash: Buffer;
    kind: string;
    email: string;
    invitation_id: number | null;
    user_id: number | null;
    expires_at: Date;
  };
  invitation_day: { realm_id: number; day: Date; count: number };
  sign_on: { state_hash: Buffer; realm_id: number; sealed: Buffer; expires_at: Date };
  mail: {
    realm_id: number;
    id: GeneratedAlways<number>;
    kind: string;
    sealed: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    next_try_at: Generated<Date>;
    tries: Generated<number>;
    last_error: string | null;
  };
  log_reader: {
    realm_id: number;
    kind: string;
    id: number;
    position: number;
    wanted: Generated<number>;
    due_at: Generated<Date>;
    tries: Generated<number>;
    failing_since: Date | null;
    last_error: string | null;
    paused_at: Date | null;
    skipped_to: number | null;
  };
  event_subscription: {
    realm_id: number;
    id: Generated<number>;
    user_id: number;
    url: string;
    client_options: Json;
    created_at: Generated<Date>;
  };
  event_subscription_secret: {
    realm_id: number;
    id: Generated<number>;
    subscription_id: number;
    sealed: Buffer;
    expires_at: Date | null;
  };
  event_delivery: {
    realm_id: number;
    subscription_id: number;
    id: GeneratedAlways<number>;
    event_id: number;
    at: Generated<Date>;
    duration_ms: number;
    url: string;
    request: string;
    status: number | null;
    response: string | null;
    error: string | null;
  };
};

/** A jsonb column: read as an object, written as JSON text (see `toJson`). */
type Json<T = Record<string, unknown>> = import('kysely').ColumnType<T, string | undefined, string>;
