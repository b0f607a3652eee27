import type { Generated } from 'kysely';

/** The tables as the migrations make them. `int8` arrives as a number, `timestamptz` as a Date. */
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
  };
  realm_head: { realm_id: number; head: Generated<number>; rules: Generated<number> };
  log_entry: { realm_id: number; position: number; at: Date; audience: string; event: string };
  person: {
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
    timezone: Generated<string>;
    avatar_source: Generated<string>;
    avatar_version: Generated<number>;
    settings: Json;
    chosen_settings: Generated<string[]>;
    password_hash: string | null;
    key_hash: Buffer;
    key_sealed: Buffer;
    can_create_users: Generated<boolean>;
    can_change_user_emails: Generated<boolean>;
    rate_limits: Generated<string>;
  };
  person_role: { realm_id: number; person_id: number; from_position: number; role: number };
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
  group_member: { realm_id: number; group_id: number; person_id: number };
  group_subgroup: { realm_id: number; group_id: number; subgroup_id: number };
  event_queue: {
    realm_id: number;
    id: string;
    person_id: number;
    from_position: number;
    wishes: Json;
    idle_seconds: number;
    last_seen: Generated<Date>;
  };
  login_attempt: { realm_id: number; name_hash: Buffer; arrival: number };
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
  profile_value: {
    realm_id: number;
    person_id: number;
    field_id: number;
    value: string;
    rendered: string | null;
  };
  bot: {
    realm_id: number;
    person_id: number;
    default_all_public_streams: Generated<boolean>;
    default_sending_channel_id: number | null;
    default_events_channel_id: number | null;
    payload_url: string | null;
    interface: number | null;
    service_token: string | null;
    config: Json<Record<string, string>>;
    owner_told_at: Date | null;
  };
  bot_storage: { realm_id: number; person_id: number; key: string; value: string; size: Generated<number> };
  conversation: {
    realm_id: number;
    id: Generated<number>;
    people: number[] | null;
    people_key: string | null;
    last_ordinal: Generated<number>;
    last_message_id: number | null;
  };
  conversation_person: { realm_id: number; person_id: number; conversation_id: number };
  message: {
    realm_id: number;
    id: number;
    sender_id: number;
    home_id: number;
    ordinal: number;
    conversation_id: number;
    channel_id: number | null;
    arrived_at: number | null;
    traits: number;
    sent_at: Date;
    edited_at: Date | null;
    moved_at: Date | null;
    client: string;
    topic: string;
    topic_key: string;
    content: string;
    rendered: string;
    search: string;
  };
  topic: { realm_id: number; channel_id: number; topic_key: string; name: string; last_message_id: number };
  message_edit: {
    realm_id: number;
    message_id: number;
    position: number;
    person_id: number | null;
    at: Date;
    prev_content: string | null;
    prev_rendered: string | null;
    prev_topic: string | null;
    topic: string | null;
    prev_channel_id: number | null;
    channel_id: number | null;
  };
  reaction: {
    realm_id: number;
    message_id: number;
    person_id: number;
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
  message_mark: { realm_id: number; person_id: number; message_id: number; flags: number };
  read_state: { realm_id: number; person_id: number; conversation_id: number; prefix: number };
  read_block: {
    realm_id: number;
    person_id: number;
    conversation_id: number;
    block: number;
    bits: string;
  };
  gone_block: { realm_id: number; conversation_id: number; block: number; bits: string };
  sent_key: {
    realm_id: number;
    person_id: number;
    key: Buffer;
    content_hash: Buffer;
    message_id: number;
    policy: number;
    at: Generated<Date>;
  };
  realm_stamp: { realm_id: number; name: string; stamp: number };
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
    permissions: Json<Record<string, number>>;
  };
  subscription: {
    realm_id: number;
    person_id: number;
    channel_id: number;
    is_active: Generated<boolean>;
    /** int8multirange, as PostgreSQL writes it. */
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
    person_id: number;
    channel_id: number;
    topic: string;
    policy: number;
    updated_at: Date;
  };
  presence: {
    realm_id: number;
    person_id: number;
    active_at: Date | null;
    idle_at: Date;
    update_id: number;
  };
  user_status: {
    realm_id: number;
    person_id: number;
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
    person_id: number;
    type: string;
    recipients: number[];
    topic: string;
    content: string;
    edited_at: Date;
  };
  navigation_view: {
    realm_id: number;
    person_id: number;
    fragment: string;
    is_pinned: boolean;
    name: string | null;
  };
  alert_word: { realm_id: number; person_id: number; id: Generated<number>; word: string };
  muted_person: { realm_id: number; person_id: number; muted_id: number; muted_at: Date };
  saved_snippet: {
    realm_id: number;
    id: Generated<number>;
    person_id: number;
    title: string;
    content: string;
    created_at: Date;
  };
  scheduled_message: {
    realm_id: number;
    id: Generated<number>;
    person_id: number;
    channel_id: number | null;
    people: number[];
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
  reminder: {
    realm_id: number;
    id: Generated<number>;
    person_id: number;
    message_id: number;
    note: string;
    content: string;
    rendered: string;
    due_at: Date;
    has_failed: Generated<boolean>;
    taken_until: Date | null;
  };
  call_token: {
    realm_id: number;
    person_id: number;
    provider: string;
    sealed: Buffer;
    expires_at: Date | null;
    refreshing_until: Date | null;
  };
  call_authorization: {
    state_hash: Buffer;
    realm_id: number;
    person_id: number;
    provider: string;
    sealed: Buffer;
    expires_at: Date;
  };
  invitation: {
    realm_id: number;
    id: Generated<number>;
    inviter_id: number;
    email: string | null;
    token_hash: Buffer;
    token_sealed: Buffer | null;
    role: number;
    channel_ids: number[];
    group_ids: number[];
    joins_defaults: boolean;
    tells_inviter: boolean;
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
    person_id: number | null;
    expires_at: Date;
  };
  sign_on: { state_hash: Buffer; realm_id: number; sealed: Buffer; expires_at: Date };
  mail: {
    realm_id: number;
    id: Generated<number>;
    kind: string;
    sealed: Buffer;
    created_at: Generated<Date>;
    expires_at: Date;
    next_try_at: Generated<Date>;
    tries: Generated<number>;
    last_error: string | null;
  };
};

/** A jsonb column: an object when read; written as JSON text (see `toJson`). */
type Json<T = Record<string, unknown>> = import('kysely').ColumnType<T, string | undefined, string>;
