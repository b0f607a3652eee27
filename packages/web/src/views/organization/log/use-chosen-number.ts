import { usePlace } from '../../../screen/chat-context.ts';

/** The number of an entry in the second part of the address. */
export function useChosenNumber(): number | undefined {
  const place = usePlace();
  const [page, number = ''] = place.view === 'organization' ? place.page.split('/') : [];
  return page === 'log' && /^\d{1,15}$/.test(number) ? Number(number) : undefined;
}
