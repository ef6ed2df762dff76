import { keepRecent } from './given-out';

const MINUTE = 60_000;
const batch = (at: number) => ({ at, items: [{ id: at }] });

it('keeps the last batch however old it is, and earlier ones for five minutes', () => {
	const first = batch(0);
	const second = batch(60 * MINUTE);
	const third = batch(64 * MINUTE);
	expect(keepRecent([], first)).toEqual([first]);
	expect(keepRecent([first], second)).toEqual([second]);
	expect(keepRecent([second], third)).toEqual([second, third]);
});

it('keeps three batches at most', () => {
	expect(keepRecent([batch(1), batch(2), batch(3)], batch(4))).toEqual([batch(2), batch(3), batch(4)]);
});
