import { type Measure, sumOf, unknown } from './measures';

const count = (now: number, before: number | null): Measure => ({ now, before, note: null });

describe('a sum over agents', () => {
	it('says of how many agents it lacks the number, and not why one of them has none', () => {
		const measures = [count(3, 2), unknown('refused', 'No.'), count(4, 4), unknown('unavailable', 'Down.')];
		expect(sumOf(measures)).toEqual({ now: 7, before: 6, note: { reason: 'some_missing', detail: '2 of 4' } });
	});

	it('is whole where an agent has nothing to count', () => {
		expect(sumOf([count(3, 2), unknown('not_shown')])).toEqual({ now: 3, before: 2, note: null });
	});

	it('is unknown, with the reason, where no agent has the number', () => {
		expect(sumOf([unknown('not_in_plan', 'Upgrade.'), unknown('not_in_plan')])).toEqual({
			now: null,
			before: null,
			note: { reason: 'not_in_plan', detail: 'Upgrade.' },
		});
	});

	it('has nothing to compare with where an agent had no week before', () => {
		expect(sumOf([count(3, 2), count(4, null)])).toMatchObject({ now: 7, before: null });
	});
});
