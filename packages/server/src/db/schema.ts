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
  realm_head: { realm_id: number; head: Generated<number> };
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
  };
  conversation: {
    realm_id: number;
    id: Generated<number>;
    people: number[] | null;
    people_key: string | null;
    last_ordinal: Generated<number>;
  };
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
};

/** A jsonb column: an object when read; written as JSON text (see `toJson`). */
type Json<T = Record<string, unknown>> = import('kysely').ColumnType<T, string | undefined, string>;
