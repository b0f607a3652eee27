import type { Conversation } from './conversation.ts';

export const domeConversations: readonly Conversation[] = [
  {
    channel: 'dome',
    topic: 'the squeak',
    from: '-47 8:40',
    resolvedBy: 'Jonas',
    lines: [
      ['Amara', 'The dome squeaks again. Between azimuth 110 and 125, only when it turns clockwise.'],
      ['Jonas', 'Only clockwise? Then it is not the rail. I bet on the third roller.'],
      ['Amara', 'It sang all night. The fox left.', 'Kenji fox, Priya cry'],
      [
        'Mateo',
        'I looked at the motor current. Look at the bump:\n\n| azimuth | clockwise | back |\n|---:|---:|---:|\n| 100° | 2.1 A | 2.0 A |\n| 115° | **3.4 A** | 2.1 A |\n| 130° | 2.2 A | 2.0 A |',
        'Jonas eyes, Amara eyes',
      ],
      ['Jonas', 'That is roller three. I have a spare bearing in the blue box.'],
      ['Kenji', 'The blue box is in my car, sorry! I bring it tomorrow at nine.', 'Jonas pray'],
      ['Jonas', 'New bearing is in. Kenji held the lamp, I held my breath.'],
      [
        'Mateo',
        '```text\n100  2.0 A\n115  2.1 A\n130  2.0 A\n```\n\nFlat as the sea.',
        'Amara tada, Iris tada, Kenji tada',
      ],
      ['Amara', 'Silence. The fox is back. :fox:', 'Jonas heart, Priya heart, Leila heart'],
    ],
  },
  {
    channel: 'dome',
    topic: 'shutter controller',
    from: '-26 11:05',
    lines: [
      [
        'Jonas',
        'I started to rewrite the shutter controller, see #218. The old one forgets where it is after a power cut.',
      ],
      ['Mateo', 'What does the new one remember?'],
      [
        'Jonas',
        'The last position, written before each move:\n\n```python\ndef move(shutter, target):\n    journal.write(begin=shutter.position, target=target)\n    try:\n        shutter.run_to(target)\n    finally:\n        journal.write(end=shutter.position)\n```',
        'Mateo +1',
      ],
      ['Mateo', 'Nice. What happens if the power goes *between* the two writes?'],
      [
        'Jonas',
        'On start it reads a `begin` without an `end`, and drives to the limit switch at a tenth of the speed.',
      ],
      [
        'Priya',
        'Could it tell the chat when that happens? I would rather hear it from a bot than from the rain.',
        'Amara +1, Leila +1',
      ],
      ['Jonas', 'Good idea. @**Mateo Quispe** may I use the Weather bot for that?'],
      ['Mateo', 'It is yours. It writes to `dome › nightly log` already.', 'Jonas tada'],
      ['Leila', 'I can test it on Thursday. I shall pull the plug with great pleasure.', 'Jonas scream'],
      ['Jonas', 'Please use the switch, not the plug.'],
      ['Leila', 'We shall see.', 'Kenji joy, Priya joy'],
    ],
  },
  {
    channel: 'dome',
    topic: 'mirror washing',
    from: '-64 13:50',
    resolvedBy: 'Mateo',
    lines: [
      ['Mateo', 'The mirror has not been washed since spring. Reflectivity is at 86 %. Which day suits you?'],
      [
        'Mateo',
        '/poll Mirror washing day\nSaturday 14:00\nSunday 10:00\nMonday evening',
        '',
        {
          votes: [
            ['Kenji', 1],
            ['Amara', 1],
            ['Jonas', 0],
            ['Priya', 1],
          ],
        },
      ],
      ['Kenji', 'Sunday. On Saturday I am at the boat.'],
      ['Amara', 'Sunday for me too, if there is coffee.', 'Mateo coffee'],
      [
        'Mateo',
        '/todo What we need\nwater: 40 litres, distilled\ngloves: six pairs, without powder\ncotton: two kilos\nsoap: the boring one',
        '',
        {
          votes: [
            ['Jonas', 0],
            ['Jonas', 2],
          ],
        },
      ],
      ['Jonas', 'I still have cotton from last time.'],
      ['Priya', 'May I take pictures for the newsletter?', 'Iris +1, Mateo +1'],
      ['Mateo', 'Please do. And please wear the hat.'],
      ['Bram', 'How long does it take without the crane?'],
      [
        'Maximiliane',
        'Two people, one day. The mirror frame comes off first, then the mirror itself; see picture 4 of the manual.',
        'Bram +1',
      ],
      ['Emil', 'And the alignment the night after.'],
    ],
  },
];
