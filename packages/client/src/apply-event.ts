import type { WireEvent } from '@parley/contract/events.ts';
import { applyChannelFolder } from './apply/channel-folders.ts';
import { applyStream, applySubscription } from './apply/channels.ts';
import { applyDevice } from './apply/devices.ts';
import { applyDrafts } from './apply/drafts.ts';
import { withUnread } from './apply/messages-channels.ts';
import { applyMessages } from './apply/messages.ts';
import { applyNavigationView } from './apply/navigation-views.ts';
import { applyRealmUser } from './apply/users.ts';
import { applyPresence } from './apply/presence.ts';
import { applyProfileFields } from './apply/profile-fields.ts';
import { applyRealmBot } from './apply/realm-bots.ts';
import { applyRealmDomains } from './apply/realm-domains.ts';
import { applyRealmEmoji } from './apply/realm-emoji.ts';
import { applyRealm } from './apply/realm.ts';
import { applyReminders } from './apply/reminders.ts';
import { applySavedSnippets } from './apply/saved-snippets.ts';
import { applyScheduledMessages } from './apply/scheduled-messages.ts';
import { applySettingsDefaults, applyUserSettings } from './apply/settings.ts';
import { applyUserGroup } from './apply/user-groups.ts';
import { applyUserStatus, forgetStatusOf } from './apply/user-status.ts';
import { applyUserTopic, withMutedTopics } from './apply/user-topics.ts';
import type { State } from './state.ts';

/**
 * The state after an event: what a registration at that moment would have answered, but for `queue_id` and
 * `last_event_id`. Pure; parts that were not fetched stay absent.
 */
export function applyEvent(state: State, event: WireEvent): State {
  switch (event.type) {
    case 'drafts':
      return applyDrafts(state, event);
    case 'navigation_view':
      return applyNavigationView(state, event);
    case 'alert_words':
      return state.alert_words === undefined ? state : { ...state, alert_words: event.alert_words };
    case 'muted_users':
      return state.muted_users === undefined ? state : { ...state, muted_users: event.muted_users };
    case 'saved_snippets':
      return applySavedSnippets(state, event);
    case 'device':
      return applyDevice(state, event);
    case 'reminders':
      return applyReminders(state, event);
    case 'scheduled_messages':
      return applyScheduledMessages(state, event);
    case 'muted_topics':
      return state.muted_topics === undefined ? state : { ...state, muted_topics: event.muted_topics };
    case 'user_topic':
      return withUnread(state, event, applyUserTopic);
    case 'realm_user':
      return forgetStatusOf(applyRealmUser(state, event), event);
    case 'user_status':
      return applyUserStatus(state, event);
    case 'presence':
      return applyPresence(state, event);
    case 'realm_bot':
      return applyRealmBot(state, event);
    case 'custom_profile_fields':
      return applyProfileFields(state, event);
    case 'user_group':
      return applyUserGroup(state, event);
    case 'realm':
      return applyRealm(state, event);
    case 'realm_domains':
      return applyRealmDomains(state, event);
    case 'realm_linkifiers':
      return state.realm_linkifiers === undefined
        ? state
        : { ...state, realm_linkifiers: event.realm_linkifiers };
    case 'realm_playgrounds':
      return state.realm_playgrounds === undefined
        ? state
        : { ...state, realm_playgrounds: event.realm_playgrounds };
    case 'realm_emoji':
      return applyRealmEmoji(state, event);
    case 'channel_folder':
      return applyChannelFolder(state, event);
    case 'stream':
      return withMutedTopics(withUnread(state, event, applyStream));
    case 'subscription':
      return withUnread(state, event, applySubscription);
    case 'default_streams':
      return state.realm_default_streams === undefined
        ? state
        : { ...state, realm_default_streams: event.default_streams };
    case 'user_settings':
      return applyUserSettings(state, event);
    case 'realm_user_settings_defaults':
      return applySettingsDefaults(state, event);
    case 'has_conference_token':
      return state.has_conference_token === undefined
        ? state
        : { ...state, has_conference_token: event.value };
    case 'message':
    case 'update_message':
    case 'delete_message':
    case 'update_message_flags':
      return applyMessages(state, event);
    // Registration shows nothing of these.
    case 'reaction':
    case 'submessage':
    case 'attachment':
    case 'typing':
    case 'typing_edit_message':
    case 'message_piece':
    case 'realm_export':
    case 'realm_export_consent':
    case 'invites_changed':
    case 'heartbeat':
      return state;
    // A newer server may tell of things that this version does not know.
    default:
      event satisfies never;
      return state;
  }
}
