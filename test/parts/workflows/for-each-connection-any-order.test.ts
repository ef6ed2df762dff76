import fc from 'fast-check';
import { type Happening, happenings, useEachWorld } from './each-world';

const happen = useEachWorld();

const cancel: Happening = { what: 'cancel', settles: true };
const retry: Happening = { what: 'retry', settles: true };
const away: Happening = { what: 'away', connection: 'one', settles: true };
const back: Happening = { what: 'back', connection: 'one', settles: true };
const kill: Happening = { what: 'kill', settles: false };

/** Orders in which an earlier version left syncs running, or a connection without one. */
const KNOWN: Happening[][] = [
	[cancel, retry, cancel],
	[cancel, retry, away, back, away],
	[away, back, kill, away, cancel, retry, away],
	[{ ...away, settles: false }, { ...back, settles: false }, cancel, { ...retry, settles: false }],
	[kill, cancel, kill, { ...retry, settles: false }, cancel],
];

/** `test/properties/tasks` has many more. */
const RANDOM = 3;

test('after any order of cancel, retry, label away and back, and kill, all selected have a sync, and none after its end', async () => {
	const sequences = [...KNOWN, ...fc.sample(happenings, RANDOM)];
	const wrong = await Promise.all(sequences.map((sequence, index) => happen(`sequence-${index}`, sequence)));
	expect(wrong.filter((each) => each !== null)).toEqual([]);
});
