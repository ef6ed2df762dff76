import { timesOfAgent, timesOfSources } from './shown-times';

const AT = '2026-03-01T00:00:00.000Z';

it.each([
	['no time', { id: 'a', createdAt: AT, trained: true }, {}],
	['a time of training', { id: 'a', trainedAt: AT, updatedAt: AT }, { 'agent.trainedAt': AT }],
	['one that is still to come', { id: 'a', last_trained_at: null }, { 'agent.last_trained_at': null }],
	['a text that is no time', { id: 'a', trainingDate: 'yesterday' }, {}],
])('an agent with %s', (_what, agent, expected) => {
	expect(timesOfAgent(agent)).toEqual(expected);
});

it('sources show their times once they are settled, but not their creation', () => {
	const source = (id: number, status: string, times: object) => ({ id, status, createdAt: AT, ...times });
	const sources = [
		source(4, 'failed', { lastSeenTime: AT }),
		source(3, 'processing', { indexedAt: AT }),
		source(2, 'indexed', { indexedAt: AT, crawledAt: null }),
		source(1, 'indexed', {}),
	];
	expect(timesOfSources(sources)).toEqual({
		'source 4.lastSeenTime': AT,
		'source 2.indexedAt': AT,
		'source 2.crawledAt': null,
	});
});
