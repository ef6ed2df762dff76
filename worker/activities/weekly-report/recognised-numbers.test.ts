import { codNumbersIn, numbersIn, OVERVIEW_NAMES, USAGE_NAMES } from './recognised-numbers';

describe('numbers of free-form replies', () => {
	it.each([
		{ conversations: 7 },
		{ conversations: { total: 7, open: 3 } },
		{ data: { totalConversations: 7 } },
		{ summary: { total_conversations: 7, 'conversation-count': 9 } },
	])('are found under several names: %j', (reply) => {
		expect(numbersIn(reply, OVERVIEW_NAMES).numbers).toEqual({ conversations: 7 });
	});

	it('are never invented', () => {
		for (const reply of [{}, [], null, 'seven', { conversations: '7' }, { conversations: -7 }, { conversations: [7] }])
			expect(numbersIn(reply, OVERVIEW_NAMES).numbers).toEqual({});
		expect(numbersIn({ conversations: Number.NaN }, OVERVIEW_NAMES).numbers).toEqual({});
	});

	it('name those that are not known, as the service writes them, in one line', () => {
		const reply = { messageCredits: { used: 5, limit: 100 }, 'Bad\u202e\nName': 3, plan: { seats: 2 } };
		expect(numbersIn(reply, USAGE_NAMES)).toEqual({
			numbers: { creditsUsed: 5 },
			unrecognised: ['messageCredits.limit', 'Bad Name', 'plan.seats'],
		});
		const many = Object.fromEntries(Array.from({ length: 50 }, (_, index) => [`x${index}`, index]));
		expect(numbersIn(many, USAGE_NAMES).unrecognised).toHaveLength(10);
	});

	it('end in a reply that is very deep', () => {
		let deep: unknown = 1;
		for (let depth = 0; depth < 10_000; depth += 1) deep = { deep };
		expect(numbersIn(deep, USAGE_NAMES)).toEqual({ numbers: {}, unrecognised: [] });
	});
});

describe('cash-on-delivery numbers', () => {
	it('show how many orders are decided, if the total and those that wait are shown', () => {
		const reply = { total: 10, pending: 4, confirmed: 3, confirmationRate: 0.5 };
		expect(codNumbersIn(reply).numbers).toEqual({ total: 10, pending: 4, confirmed: 3, rate: 0.5, settled: 6 });
		expect(codNumbersIn({ total: 10, confirmed: 3 }).numbers).toEqual({ total: 10, confirmed: 3 });
	});

	it('have a rate as a share, also where the service shows a percentage', () => {
		expect(codNumbersIn({ confirmationRate: 62.5 }).numbers).toEqual({ rate: 0.625 });
		expect(codNumbersIn({ settled: 200, confirmed: 2, confirmationRate: 1 }).numbers).toMatchObject({ rate: 0.01 });
		expect(codNumbersIn({ settled: 200, confirmed: 1, confirmationRate: 0.5 }).numbers).toMatchObject({ rate: 0.005 });
		expect(codNumbersIn({ settled: 2, confirmed: 2, confirmationRate: 1 }).numbers).toMatchObject({ rate: 1 });
		expect(codNumbersIn({ settled: 2, confirmed: 1, confirmationRate: 0.5 }).numbers).toMatchObject({ rate: 0.5 });
	});
});
