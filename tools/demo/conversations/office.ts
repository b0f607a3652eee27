import type { Conversation } from './conversation.ts';

/** Conversations of the owner's desk: reports, budget, lunch and visitors. */
export const officeConversations: readonly Conversation[] = [
  {
    channel: 'seeing',
    topic: 'report for March',
    from: '-4 9:40',
    resolvedBy: 'Iris',
    lines: [
      ['Dara', 'I need the median of every clear night for the report.'],
      [
        'Iris',
        '| week | clear nights | median |\n|---|---:|---:|\n| 9 | 3 | 1.4″ |\n| 10 | 5 | 1.1″ |\n| 11 | 4 | 1.2″ |',
        'Dara pray',
      ],
      ['Dara', 'Could you add the nights with wind over 8 m/s?'],
      ['-1 18:20 Iris', 'Finished. The table is in the wiki.', 'Dara heart'],
    ],
  },
  {
    channel: 'dome',
    topic: 'report for February',
    from: '-8 9:15',
    resolvedBy: 'Iris',
    lines: [
      ['Dara', 'Is the report about the dome still open?'],
      ['Iris', 'Finished. The table is in the wiki.', 'Dara +1'],
    ],
  },
  {
    channel: 'board',
    topic: 'budget for the second motor',
    from: '-4 13:05',
    lines: [
      ['Iris', 'If the cover stops once more we need a second motor: 412 with delivery.'],
      ['Dara', 'From which line?'],
      ['Iris', 'Repairs. There are 1,900 left for the year.'],
      ['Dara', 'Approved. Order it, please.', 'Iris tada'],
    ],
  },
  {
    channel: 'general',
    topic: '',
    from: '-1 16:20',
    lines: [
      ['Frieda', 'The new badges are at the front desk.', 'Bram +1'],
      ['Bram', 'Mine says “Barm”. I keep it.', 'Frieda see_no_evil, Kenji joy, Iris joy'],
      ['16:44 Maximiliane', 'Welcome, everybody who starts this week', 'Frieda wave, Kenji wave, Iris wave'],
    ],
  },
  {
    channel: 'lunch',
    topic: 'friday',
    from: '-1 11:40',
    lines: [
      ['Kenji', 'Noodles or the canteen?'],
      ['11:58 Chen', '🍜'],
    ],
  },
  {
    channel: 'general',
    topic: 'how we write here',
    from: '-55 9:00',
    lines: [
      [
        'Iris',
        'A few habits that make this place quiet and useful.\n\n## Topics\n\nStart a topic for each thing that has an end. A good name is what you would search for in a year: *rain sensor: false alarms in fog*, not *problem*. Nobody minds a new topic; everybody minds a topic that is about five things.\n\n## Reading\n\n- Mute what is not for you. It stays where it is.\n- Follow what you wait for.\n- **Resolve** what is done, so that the list of a channel is a list of open things.\n\n## Writing\n\n1. First the thing, then the story.\n2. Mention users whose answer you need, and only those.\n3. Numbers belong into a table, code into a block:\n\n```sh\n./dome status --all   # before you write that it hangs\n```\n\n> A message costs the writer a minute and the readers ten.\n\nThere is nothing wrong with a joke. There is a channel for lunch.',
        'Dara heart, Maximiliane heart, Mateo +1, Amara +1, Kenji +1, Frieda +1',
        { isStarred: true },
      ],
      ['Noor', 'May I print this for the school?', 'Iris +1'],
    ],
  },
];
