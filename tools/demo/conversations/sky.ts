import type { Conversation } from './conversation.ts';

export const skyConversations: readonly Conversation[] = [
  {
    channel: 'seeing',
    topic: 'nova candidate in Cassiopeia',
    from: '-19 6:10',
    lines: [
      [
        'Priya',
        'There is something in Cassiopeia that was not there last week. Magnitude 9.6, no entry in the catalogue.',
      ],
      ['Amara', 'Coordinates?'],
      ['Priya', '01h 19m 59s, +61° 11′. Frames are in night:{night:-20}.', 'Amara eyes'],
      [
        'Amara',
        'I see it too, on two frames of an hour before. Not a satellite then.',
        'Priya star-struck, Leila eyes',
      ],
      ['Leila', 'Could it be a variable that we all forgot?'],
      [
        'Priya',
        'I compared with the three nearest stars. The difference between the nights is\n\n$$\\Delta m = -2.5 \\log_{10} \\frac{F_2}{F_1} = -4.1$$\n\nThat is a lot for a variable.',
        'Amara exploding_head, Kenji exploding_head',
      ],
      ['Amara', 'That is a lot for anything. @*night shift* all eyes on Cassiopeia tonight, please.'],
      ['Kenji', 'Clouds until ten, then clear.'],
      [
        'Amara',
        'I wrote to the circular. They have *no other report*.',
        'Iris tada, Mateo tada, Jonas tada, Leila tada',
      ],
      [
        'Iris',
        'Congratulations, Priya! Whatever it turns out to be: this is what we are here for.',
        'Priya heart',
      ],
      ['Priya', 'I have not slept and I do not care.', 'Amara heart, Leila heart'],
      ['Leila', 'Spectrum at eleven tonight. I keep the slit warm.', 'Priya +1'],
      ['Amara', '@**Iris Lindqvist** the newspaper called. May Priya talk to them?'],
      ['Iris', 'Of course. She found it.'],
    ],
  },
  {
    channel: 'seeing',
    topic: 'seeing log',
    from: '-16 8:00',
    lines: [
      ['Kenji', 'night:{night:-19}: seeing 1.4″, wind from the west, no moon.'],
      ['Kenji', 'night:{night:-18}: clouded out. Cleaned the kitchen instead.', 'Iris +1'],
      ['Leila', 'night:{night:-20}: 0.9″ after midnight. The best of this month.', 'Amara star'],
      [
        'Leila',
        'It helps to open the dome two hours early, by the way. The difference is $0.3$ to $0.5$ arc seconds.',
      ],
      ['Amara', 'Then that is the rule from now on. I put it on the door.', 'Leila tada'],
      ['Kenji', 'night:{night:-16}: 1.1″ until two, then fog from the harbour.'],
      ['Mateo', 'Does the new vent change anything?'],
      ['Kenji', 'Too early to say. Ask me after ten clear nights, so: in spring.', 'Mateo joy, Jonas joy'],
    ],
  },
  {
    channel: 'seeing',
    topic: 'light curve script',
    from: '-21 13:15',
    lines: [
      ['Leila', 'Does somebody have a small script for a light curve? Mine is 400 lines and I am ashamed.'],
      [
        'Kenji',
        'This is all I use:\n\n```python\nimport csv\n\ndef light_curve(path):\n    with open(path) as file:\n        rows = csv.DictReader(file)\n        return [(float(r["jd"]), float(r["mag"])) for r in rows]\n```',
        'Leila pray',
      ],
      ['Leila', 'Where do you throw out the bad frames?'],
      ['Kenji', 'Before. Everything with a star rounder than `0.8` stays, the rest goes to `bad/`.'],
      [
        'Priya',
        'I do the same, but by the background:\n\n> sky above 21.5 mag per square arc second: keep\n\nIt finds the clouds too.',
      ],
      [
        'Leila',
        'Down to 60 lines. Thank you both. It is in the repository, see #231.',
        'Kenji tada, Priya tada',
      ],
      ['Noor', 'May guests use it? I would like to try it on my own pictures.'],
      ['Leila', 'Yes! Ask when something breaks. Something will.', 'Noor heart'],
    ],
  },
];
