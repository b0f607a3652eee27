/** Typical messages of a team chat: mostly short and plain, sometimes longer. */
export const messages: readonly string[] = [
  ...`ok
yes
no
Thanks!
sounds good
On it
good morning everyone
I will have a look after lunch
Can you review this today?
not sure, let me check
The build is green again.
Same here, works for me now
Let's talk about it in the meeting
That was quick, thank you
I think we should wait for the release
Anyone else seeing slow pages?
Done, please try again
Will be 5 minutes late, sorry
Which version are you on?
What happens if the database is restarted in the middle of this?
It fails only on the second attempt, which makes me think that the cache is not cleared
Great work, this was a nasty one to find
I moved the discussion to the other topic
No objections from my side, go ahead
Could somebody with access restart the staging server, please
We could also do both, but then we need to decide which one is the default
Yes, exactly what I meant
hm, that does not look right to me
lunch?
I am out tomorrow, back on Monday
Let me know if you need anything else from me
Fixed and deployed
Agreed
Why not both?
That is a different problem, I believe
Ich schaue es mir morgen an, heute wird das nichts mehr
Merci beaucoup, je regarde tout de suite
Хорошо, посмотрю завтра утром
The customer confirmed that it works now, so I am closing this
Interesting, I would have expected the opposite`.split('\n'),
  ':tada:',
  ':+1: thanks',
  'nice work 🎉',
  '@**Ada Byron** can you take a look?',
  '@**Ada Byron** @**Bob Roe** the numbers are in, see the sheet',
  'cc @*support*',
  'see https://a.example.org/issues/42 for the details',
  'Docs are at https://a.example.org/docs/install?from=chat#step-2, section 3',
  'TICK-42 is a duplicate of TICK-17',
  'This is **important**: do not merge before Friday',
  'it is the `--verbose` flag, not `-v`',
  'continued in #**eng>roll out**',
  'I wrote it down in [the notes](https://a.example.org/notes), comments are welcome',
  "we have three options:\n\n1. wait\n2. roll back\n3. fix forward\n\nI'd go for *3*",
  '- tests pass\n- docs updated\n- waiting for review',
  '> can we ship this today?\n\nyes, after the tests are through',
  'The error is\n```\nTypeError: cannot read properties of undefined\n    at main.js:12\n```\nany idea?',
  '```py\ndef total(values):\n    # all of them\n    return sum(v for v in values if v > 0)\n```',
  'Release notes for today:\n\n* **Search**: results come in order of time :rocket:\n* **Login**: fixed TICK-99, thanks @**Bob Roe**\n* See https://a.example.org/releases/7 for the rest\n\nPlease report problems in #**my chan**.',
  'I spent some time with the profiler. Most of the time goes into encoding, not into the query as we thought. If we cache the encoded form per client kind we save about half of it, and the code gets simpler because the two paths become one. I will open a pull request tomorrow; until then please do not touch the queue code, otherwise we will both have to merge.',
];
