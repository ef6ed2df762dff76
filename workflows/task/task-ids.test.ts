import { agentTaskId, deliveryIdOf, dueTimeOfRun, eventIdOf } from './ids';

const PARENT = 'nightly-retrain~nightly-2026-11-20T02:00:00Z';

describe('ids that are made of others', () => {
	it('need no encoding, whatever the id of an agent holds', () => {
		const agents = ['agent_support', 'shop/eu', 'a b', '50%', '..', 'müller', '🙂', '\ud83d', 'a~b', ''];
		const ids = agents.map((agent) => agentTaskId(PARENT, agent));
		for (const id of ids) expect(id).toMatch(/^[A-Za-z0-9._~:-]+$/);
		expect(ids[0]).toBe(`${PARENT}~agent_support`);
		expect(ids[1]).toBe(`${PARENT}~~73686f702f6575`);
		expect(new Set(ids).size).toBe(agents.length);
	});

	it('are the same for the same event, subscription and repeat', () => {
		const event = eventIdOf(PARENT, 'run', 'completed');
		expect(event).toBe(`${PARENT}~run~completed`);
		expect(deliveryIdOf(event, 'subscription~1')).toBe(`deliver~${event}~subscription~1`);
		expect(deliveryIdOf(event, 'subscription~1', 'key')).toBe(`deliver~${event}~subscription~1~again~key`);
	});
});

test.each([
	[PARENT, '2026-11-20T02:00:00.000Z'],
	['lead-export~daily-2026-11-20T02:00:00.250Z', '2026-11-20T02:00:00.250Z'],
	[`${PARENT}~agent_support`, undefined],
	['lead-export~0f3a', undefined],
])('%s was due at %s', (id, dueAt) => {
	expect(dueTimeOfRun(id)?.toISOString()).toBe(dueAt);
});
