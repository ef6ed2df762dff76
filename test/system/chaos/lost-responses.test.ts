import { completed } from './task-ending';
import { retrainPath, statusPath } from './api-paths';
import { withChaosStack } from './with-chaos-stack';

const EVERY_CHOICE = ['adopt', 'wait', 'fail'] as const;

const chaos = withChaosStack();

describe('the response lost after the effect, the run ended before the worker looks', () => {
	it.each(EVERY_CHOICE)('ifActive %s: 1 POST, 1 run, which is the result', async (ifActive) => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-after' });
		const task = await chaos().retrain(agent, { ifActive });
		await chaos().hideTrainingUntilRunEnded(agent);
		const ending = await chaos().ending(agent, task);

		expect(ending).toEqual(completed(['lost-after'], { ambiguous: true }));
		// No run was active any more that could have refused a second request with 409.
		const [run] = chaos().records.runs(agent);
		const look = await chaos().records.firstLookAfterRequest(agent);
		expect(Date.parse(run?.finishedAt ?? '')).toBeLessThan(Date.parse(look));
	});

	it('with an earlier run of the same agent: 1 POST more, 1 run more', async () => {
		const agent = await chaos().newAgent();
		await chaos().beginOthersRun(agent);
		await chaos().records.untilRunsEnded(agent, 1);
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-after' });
		const ending = await chaos().ending(agent, await chaos().retrain(agent));

		expect(ending).toEqual(completed(['lost-after'], { runs: 2, ambiguous: true }));
	});
});

describe('the response lost after the effect, the run active when the worker looks', () => {
	it.each(EVERY_CHOICE)('ifActive %s: 1 POST, 1 run, which is ours', async (ifActive) => {
		const agent = await chaos().newAgent({ slow: true });
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-after' });
		const ending = await chaos().ending(agent, await chaos().retrain(agent, { ifActive }));

		expect(ending).toEqual(completed(['lost-after'], { ambiguous: true }));
	});
});

describe('the request lost before its effect', () => {
	it.each(EVERY_CHOICE)('ifActive %s: 2 POSTs, 1 run, which is the result', async (ifActive) => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' });
		const ending = await chaos().ending(agent, await chaos().retrain(agent, { ifActive }));

		expect(ending).toEqual(completed(['lost-before', 202], { ambiguous: true }));
	});

	it('then lost again: 3 POSTs, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' }, 2);
		const ending = await chaos().ending(agent, await chaos().retrain(agent));

		expect(ending).toEqual(completed(['lost-before', 'lost-before', 202], { ambiguous: true }));
	});

	it('then lost after its effect: 2 POSTs, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' });
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-after' });
		const ending = await chaos().ending(agent, await chaos().retrain(agent));

		expect(ending).toEqual(completed(['lost-before', 'lost-after'], { ambiguous: true }));
	});

	it('with ifUncertain ask, then lost again: 2 POSTs, no run, and a person has to look', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' }, 2);
		const ending = await chaos().ending(agent, await chaos().retrain(agent, { ifUncertain: 'ask' }));

		const posts = ['lost-before', 'lost-before'];
		expect(ending).toMatchObject({ posts, runs: 0, error: { type: 'needs_person' } });
		expect(ending.error?.detail).toContain('Requests sent: 2, and a response was lost.');
	});

	it('with ifUncertain ask, then lost after its effect: 2 POSTs, 1 run, and a person has to look', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-before' });
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'lost-after' });
		const ending = await chaos().ending(agent, await chaos().retrain(agent, { ifUncertain: 'ask' }));

		const posts = ['lost-before', 'lost-after'];
		expect(ending).toMatchObject({ posts, runs: 1, error: { type: 'needs_person' } });
		expect(ending.error?.detail).toContain(`Run ${chaos().records.runs(agent)[0]?.id} shows.`);
	});
});

describe('a service that is unavailable for longer than all looks after one lost response', () => {
	it('5 POSTs, 1 run, which is the result', async () => {
		const agent = await chaos().newAgent();
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'status', status: 503 }, 4);
		const ending = await chaos().ending(agent, await chaos().retrain(agent));

		expect(ending).toEqual(completed([503, 503, 503, 503, 202], { ambiguous: true }));
	});
});

describe('a request that takes effect only after the client gave up', () => {
	it('ifActive fail: the second of 2 POSTs gets 409 from our own run, which is adopted; 1 run', async () => {
		const agent = await chaos().newAgent({ slow: true });
		// The client gives up after 30 s and the worker looks until second 36 at least. Only then does the first take
		// effect, while the second is still blocked.
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: 48_000 });
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: 18_000 });
		const ending = await chaos().ending(agent, await chaos().retrain(agent, { ifActive: 'fail' }));

		expect(ending).toEqual(completed(['delay', 409], { adopted: true, ambiguous: true }));
	});
});

describe('looks at the run whose responses are lost', () => {
	it('are repeated: 1 POST, 1 run', async () => {
		const agent = await chaos().newAgent();
		// A short delay, so that the lost responses are those of the watch and not of the gateway's own check.
		await chaos().admin.addFault('POST', retrainPath(agent), { kind: 'delay', delayMs: 2_000 });
		const task = await chaos().retrain(agent);
		await chaos().records.untilBlocked(agent, 'delay');
		await chaos().admin.addFault('GET', statusPath(agent), { kind: 'lost-after' }, 2);

		expect(await chaos().ending(agent, task)).toEqual(completed([202], { ambiguous: false }));
	});
});
