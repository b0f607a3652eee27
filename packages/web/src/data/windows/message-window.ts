import type { Client } from '@parley/client';
import { holds, plus } from '@parley/client/sorted-ids.ts';
import { createCell, type Cell, type WritableCell } from '../cell.ts';
import type { ChatClock } from '../clock.ts';
import type { Link, MessageWindow, OutboxEntry, UnreadIndex, WindowAnchor, WindowView } from '../chat.ts';
import { fetchPage, type FetchedPage, type PageRequest } from './fetch-page.ts';
import type { Model } from '../model/model.ts';
import { narrowKey, type Narrow } from '../narrow/narrow.ts';
import { requestTerms } from '../narrow/terms.ts';
import { settleSpan } from './settle-span.ts';
import { isFollowed } from './followed.ts';
import { asStale, emptySpan, spanOf, withDoubt, withNewer, withOlder, type Span } from './span.ts';
import { watchedCell } from '../watched-cell.ts';
import { firstUnreadIn, pageAt, PAGE_MESSAGES, placeIn, type FirstUnread } from './anchor.ts';
import { viewOf, type WindowLocal } from './view.ts';

export type WindowWorld = {
  readonly client: Client;
  readonly model: Model;
  readonly selfId: number;
  readonly unread: Cell<UnreadIndex>;
  readonly link: Cell<Link>;
  readonly clock: ChatClock;
  readonly pendingOf: (narrow: Narrow) => readonly OutboxEntry[];
};

/** Readers of a window that opened longer ago stay where they are when the events of their absence come. */
const CATCH_UP_MS = 5_000;

/** A window over the span of its narrow in the model; it fetches what its reader needs. */
export class CachedWindow implements MessageWindow {
  readonly narrow: Narrow;
  readonly view: Cell<WindowView>;
  readonly isWatched: () => boolean;
  readonly #world: WindowWorld;
  readonly #key: string;
  readonly #anchor: WindowAnchor;
  readonly #shown: WritableCell<WindowView>;
  readonly #settle: () => void;
  #local: WindowLocal;
  #failed: (() => Promise<void>) | undefined;
  /** When the window opened at its end for want of unread messages, in front of events that are still to come. */
  #openedBehind: number | undefined;
  /** Increases when the span is replaced, so that pages of the old one are dropped. */
  #version = 0;

  constructor(world: WindowWorld, narrow: Narrow, anchor: WindowAnchor) {
    this.narrow = narrow;
    this.#world = world;
    this.#key = narrowKey(narrow);
    this.#anchor = anchor;
    const isCached = world.model.held().spans.has(this.#key);
    this.#local = {
      loading: isCached ? 'none' : 'start',
      anchorId: undefined,
      firstUnreadId: isCached ? this.#firstUnread() : undefined,
      error: undefined,
      moves: 0,
    };
    this.#settle = settleSpan(world, this.#key, requestTerms(narrow, world.selfId));
    this.#shown = createCell(viewOf(this.#span(), this.#local, world.pendingOf(narrow), undefined));
    const { cell, isWatched } = watchedCell(this.#shown, () => {
      if (this.#local.loading !== 'start')
        this.#local = { ...this.#local, firstUnreadId: this.#firstUnread() };
      this.refresh();
      this.update();
    });
    this.view = cell;
    this.isWatched = isWatched;
    if (!isCached) queueMicrotask(() => void this.#open(anchor));
  }

  readonly loadOlder = async (): Promise<void> => {
    const { ids, foundOldest } = this.#span();
    const [first] = ids;
    if (this.#local.loading !== 'none' || foundOldest || first === undefined) return;
    const request = { anchor: String(first), before: PAGE_MESSAGES, after: 0, includeAnchor: false };
    await this.#load('older', request, (got) => {
      this.#put(got, withOlder(this.#span(), got.page));
    });
  };

  readonly loadNewer = async (): Promise<void> => {
    const { ids, foundNewest } = this.#span();
    const last = ids.at(-1);
    if (this.#local.loading !== 'none' || foundNewest || last === undefined) return;
    const request = { anchor: String(last), before: 0, after: PAGE_MESSAGES, includeAnchor: false };
    await this.#load('newer', request, (got) => {
      this.#put(got, withNewer(this.#span(), got.page));
    });
  };

  readonly moveTo = async (at: WindowAnchor): Promise<void> => {
    const place = placeIn(this.#span(), at, this.#knownUnread());
    if (place === undefined) {
      await this.#open(at);
      return;
    }
    const isUnread = at.kind === 'first-unread';
    if (isUnread) this.#local = { ...this.#local, firstUnreadId: this.#firstUnread() };
    const { link, clock } = this.#world;
    const isBehind = isUnread && place.id === undefined && link.get().status !== 'live';
    this.#openedBehind = isBehind ? clock.now() : undefined;
    this.#become({ anchorId: place.id, moves: this.#local.moves + 1 });
  };

  readonly refresh = (): void => {
    const { model } = this.#world;
    const span = model.held().spans.get(this.#key);
    if (span === undefined || isFollowed(this.narrow, model.state.get())) return;
    if (this.#local.loading !== 'none') return;
    if (this.#failed === undefined) model.putSpan(this.#key, asStale(span));
    else void this.#failed();
  };

  /** Computes the view again, and fetches what is missing if the window is watched. */
  update(): void {
    this.#refresh();
    const { loading, error } = this.#local;
    if (!this.isWatched() || loading === 'start') return;
    const isFree = loading === 'none' && error === undefined;
    if (isFree && !this.#world.model.held().spans.has(this.#key)) void this.#open(this.#anchor);
    else if (isFree && this.#span().isStale) void this.#reload();
    else this.#settle();
  }

  /** Repeats a failed request, and goes to the messages that came before the window was up to date. */
  retry(): void {
    const { clock } = this.#world;
    const isFresh = this.#openedBehind !== undefined && clock.now() - this.#openedBehind < CATCH_UP_MS;
    this.#openedBehind = undefined;
    if (isFresh && this.#knownUnread() !== 'none') void this.moveTo({ kind: 'first-unread' });
    if (this.#failed !== undefined && this.#local.loading === 'none') void this.#failed();
    else {
      this.refresh();
      this.update();
    }
  }

  #span(): Span {
    return this.#world.model.held().spans.get(this.#key) ?? emptySpan(this.narrow);
  }

  #firstUnread(): number | undefined {
    return this.#world.unread.get().byKey.get(this.#key)?.ids[0];
  }

  #knownUnread(): FirstUnread {
    const hasAll = this.#world.model.state.get().unread_msgs?.old_unreads_missing !== true;
    return firstUnreadIn(this.narrow, this.#world.unread.get(), hasAll);
  }

  #refresh(): void {
    const pending = this.#world.pendingOf(this.narrow);
    this.#shown.set(viewOf(this.#span(), this.#local, pending, this.#shown.get()));
  }

  #become(change: Partial<WindowLocal>): void {
    this.#local = { ...this.#local, ...change };
    this.#refresh();
  }

  #put({ messages, missed }: FetchedPage, span: Span): void {
    this.#world.model.merge(messages, { key: this.#key, span }, missed);
  }

  #open(at: WindowAnchor): Promise<void> {
    this.#version += 1;
    const firstUnread = this.#firstUnread();
    const { request, anchorIn } = pageAt(at, this.narrow, this.#knownUnread());
    return this.#load('start', request, (got) => {
      const found = request.anchor === 'first_unread' ? got.anchorId : undefined;
      this.#local = {
        ...this.#local,
        anchorId: anchorIn(got),
        firstUnreadId: firstUnread ?? found,
        moves: this.#local.moves + 1,
      };
      this.#put(got, spanOf(this.narrow, got.page));
    });
  }

  /** Replaces a span whose changes were missed, from its first message on. */
  #reload(): Promise<void> {
    const { ids, foundOldest } = this.#span();
    const [first] = ids;
    if (first === undefined) return this.#open(this.#anchor);
    this.#version += 1;
    const anchor = foundOldest ? 'oldest' : String(first);
    return this.#load('newer', { anchor, before: 0, after: ids.length + PAGE_MESSAGES }, (got) => {
      const fetched = spanOf(this.narrow, got.page);
      // Own messages that came during the request are not part of its page.
      const entered = this.#span().loose.filter((id) => !holds(ids, id) && !holds(fetched.ids, id));
      const span = entered.length === 0 ? fetched : { ...fetched, ids: plus(fetched.ids, entered) };
      this.#put(got, span === fetched ? span : withDoubt(fetched, span));
    });
  }

  /** Runs a request; its failure becomes the error of the view. */
  async #load(
    loading: WindowLocal['loading'],
    request: PageRequest,
    take: (got: FetchedPage) => void,
  ): Promise<void> {
    const { client, model, selfId } = this.#world;
    const version = this.#version;
    this.#failed = undefined;
    this.#become({ loading, error: undefined });
    try {
      const got = await fetchPage(client, model, requestTerms(this.narrow, selfId), request);
      if (version !== this.#version) return;
      this.#local = { ...this.#local, loading: 'none' };
      take(got);
      this.#refresh();
    } catch (error) {
      if (version !== this.#version) return;
      this.#failed = () => this.#load(loading, request, take);
      this.#become({ loading: 'none', error: error instanceof Error ? error.message : String(error) });
    }
  }
}
