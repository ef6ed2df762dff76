import { z } from 'zod';
import { ahead } from '../../support/time/moments';
import { eventually } from '../../support/time/eventually';
import { AgentKnowledgeUnderTest, byId, itemsOf } from '../../support/nodes/agent-knowledge';

let node: AgentKnowledgeUnderTest;
beforeAll(async () => {
	node = await AgentKnowledgeUnderTest.start();
});
afterEach(() => node.admin.clearFaults());
afterAll(() => node.close());

const site = () => `${node.sandbox.siteUrl}/`;
const auditSchema = z.looseObject({ audit: z.looseObject({ assumed: z.string().nullable() }) });
const EACH_AGENT = byId('={{ $json.agent }}');

describe('Agent', () => {
	it('sends a failing item, with its input, to the error output where there is one', async () => {
		const items = itemsOf({ agent: 'agent_support' }, { agent: 'agent_gone' });
		const { outputs } = await node.run(
			'agent',
			'get',
			{ agentId: EACH_AGENT },
			{ items, onError: 'continueErrorOutput' },
		);
		expect(outputs.map((output) => output.map(({ json }) => json))).toMatchObject([
			[{ id: 'agent_support' }],
			[{ agent: 'agent_gone', error: 'Not found: agent "agent_gone"', details: { status: 404 } }],
		]);
	});

	it('refuses an empty agent before anything is sent', async () => {
		const before = (await node.admin.requests()).length;
		const { error } = await node.run(
			'agent',
			'getTrainingStatus',
			{ agentId: byId('={{ $json.agent }}') },
			{ items: itemsOf({ agent: '' }) },
		);
		expect(error?.message).toBe('The field "Agent" is empty');
		expect(await node.admin.requests()).toHaveLength(before);
	});

	it('names the credential when the key is wrong, and does not show the key', async () => {
		const wrong = await node.run('agent', 'getAll', {}, { apiKey: 'ak_wrong' });
		expect(wrong.error).toMatchObject({
			httpCode: '401',
			description: expect.stringContaining('credential "Agent Knowledge API"') as string,
		});
		expect(JSON.stringify(wrong.error)).not.toContain('ak_wrong');
	});

	it('says which setting to check when nothing answers, and when what answers is not the API', async () => {
		const nobody = await node.run('agent', 'getAll', {}, { baseUrl: 'http://127.0.0.1:9' });
		expect(nobody.error).toMatchObject({
			message: 'No server responds at http://127.0.0.1:9',
			description: expect.stringContaining('"Base URL"') as string,
		});
		const website = await node.run('agent', 'getAll', {}, { baseUrl: node.sandbox.siteUrl });
		expect(website.error?.message).toMatch(/ returned the web page "Not found · .*", not the response of the API$/);
		expect(website.error?.description).toContain('Check "Base URL"');
	});

	it.each(['?', '#'])('says that a Base URL cannot contain %s', async (mark) => {
		const { error } = await node.run('agent', 'getAll', {}, { baseUrl: `${node.sandbox.apiUrl}${mark}key=hidden` });
		expect(error?.message).toBe('The Base URL of the credential contains ? or #');
		expect(JSON.stringify(error)).not.toContain('hidden');
	});

	it('says that a Base URL cannot contain a password', async () => {
		const baseUrl = node.sandbox.apiUrl.replace('://', '://ann:hidden@');
		const { error } = await node.run('agent', 'getAll', {}, { baseUrl });
		expect(error?.message).toBe('The Base URL of the credential contains a user name or a password');
		expect(JSON.stringify(error)).not.toContain('hidden');
	});

	it.each(['/', '/api/v1', '/api/v1/'])('takes a Base URL that ends in %s', async (end) => {
		const { rows } = await node.run('agent', 'getAll', {}, { baseUrl: `${node.sandbox.apiUrl}${end}` });
		expect(rows.length).toBeGreaterThan(0);
	});

	it('waits as Retry-After says, twice, and then succeeds', async () => {
		const before = await node.count('GET', '/agents');
		await node.admin.addFault('GET', '/agents', { kind: 'status', status: 429, retryAfter: 1 }, 2);
		const { rows } = await node.run('agent', 'getAll');
		expect(rows.length).toBeGreaterThan(0);
		expect(await node.count('GET', '/agents')).toBe(before + 3);
	});

	it('gives up where the service asks for more than ten minutes, and says who shares the key', async () => {
		await node.admin.addFault('GET', '/agents', { kind: 'status', status: 429, retryAfter: 3600 });
		const { error } = await node.run('agent', 'getAll');
		expect(error).toMatchObject({
			httpCode: '429',
			description: expect.stringContaining('share its requests per minute') as string,
		});
	});
});

describe('Agent: Retrain', () => {
	const agent = async (id: string, pageSeconds: number) => {
		await node.admin.createAgent({ id, name: id, website: site(), pageSeconds });
		return { agentId: byId(id), path: `/agents/${id}/retrain` };
	};
	const settled = { settleSeconds: 0 };

	it('starts a run, adopts the one that is active, and fails if so configured, without sending anything', async () => {
		const { agentId, path } = await agent('agent_slow', 80_000);
		const started = await node.run('agent', 'retrain', { agentId });
		expect(started.rows).toMatchObject([
			{ agentId: 'agent_slow', outcome: 'started', training: true, run: { id: expect.any(String) as string } },
		]);
		const adopted = await node.run('agent', 'retrain', { agentId });
		expect(adopted.rows).toMatchObject([{ outcome: 'adopted', run: started.rows[0]?.run }]);
		const failed = await node.run('agent', 'retrain', { agentId, options: { ifAlreadyRunning: 'fail' } });
		expect(failed.error?.message).toBe('A training run of the agent is already active');
		expect(failed.error?.description).toMatch(
			/active since .* \(\d+ of \d+ pages, .*\)\. Set the option "If Already Running" to Adopt/,
		);
		expect(await node.count('POST', path)).toBe(1);
	});

	it('finds the run it started when the response is lost, and says so', async () => {
		const { agentId, path } = await agent('agent_lost_after', 0);
		await node.admin.addFault('POST', path, { kind: 'lost-after' });
		const { rows, hints } = await node.run('agent', 'retrain', { agentId, options: settled });
		expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 1, answerLost: true } }]);
		expect(hints[0]?.message).toContain('took effect');
		expect(await node.count('POST', path)).toBe(1);
	});

	it('sends again, once, when the request was lost before its effect', async () => {
		const { agentId, path } = await agent('agent_lost_before', 0);
		await node.admin.addFault('POST', path, { kind: 'lost-before' });
		const { rows } = await node.run('agent', 'retrain', { agentId, options: settled });
		expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 2, answerLost: true } }]);
		expect(await node.count('POST', path)).toBe(2);
	});

	describe('where the service shows no run once it has ended', () => {
		beforeEach(() => node.admin.setSettings({ endedRun: 'absent' }));
		afterEach(() => node.admin.setSettings({ endedRun: 'kept' }));

		const train = async (agentId: ReturnType<typeof byId>) => {
			await node.run('agent', 'retrain', { agentId });
			await eventually(
				async () => (await node.run('agent', 'getTrainingStatus', { agentId })).rows[0],
				(row) => row?.training === false,
				'training is a job of its own',
			);
		};

		it.each([true, false])(
			'sends nothing twice when the run has come and gone (trained before: %s)',
			async (trained) => {
				const { agentId, path } = await agent(`agent_gone_${trained ? 'again' : 'first'}`, 0);
				if (trained) await train(agentId);
				const before = await node.count('POST', path);
				await node.admin.addFault('POST', path, { kind: 'lost-after' });
				const { rows } = await node.run('agent', 'retrain', { agentId, options: { settleSeconds: 3 } });
				expect(await node.count('POST', path)).toBe(before + 1);
				const trace = trained ? /agent.lastTrainedAt is newer/ : /can chat now and could not before/;
				// On a slow machine the run may still be active at the first look.
				const { assumed } = auditSchema.parse(rows[0]).audit;
				const noted = { canChat: trained, runId: null };
				expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 1, answerLost: true, before: noted } }]);
				expect(rows[0]?.training === true ? trace.source : assumed).toMatch(trace);
			},
		);

		it('sends again and says so when nothing can tell', async () => {
			const { agentId, path } = await agent('agent_gone_repeated', 0);
			await train(agentId);
			await node.admin.addFault('POST', path, { kind: 'lost-before' });
			const { rows } = await node.run('agent', 'retrain', { agentId, options: settled });
			const assumed = expect.stringContaining('there may have been a second run') as string;
			expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 2, assumed } }]);
			expect(await node.count('POST', path)).toBe(3);
		});

		it('leaves an unknown outcome to a person who wants to decide', async () => {
			const { agentId, path } = await agent('agent_gone_unseen', 0);
			await train(agentId);
			await node.admin.addFault('POST', path, { kind: 'lost-before' });
			const options = { ...settled, ifUncertain: 'ask' };
			const { error } = await node.run('agent', 'retrain', { agentId, options });
			expect(error?.message).toBe('Unknown outcome: the request may have taken effect');
			expect(error?.description).toContain('A run that has already ended would look the same');
			expect(await node.count('POST', path)).toBe(2);
		});

		it('sends again, once and says so, when the agent still cannot chat', async () => {
			const { agentId, path } = await agent('agent_gone_before', 0);
			await node.admin.addFault('POST', path, { kind: 'lost-before' });
			const { rows } = await node.run('agent', 'retrain', { agentId, options: settled });
			const assumed = expect.stringContaining('No run succeeded before the second request') as string;
			expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 2, assumed } }]);
			expect(await node.count('POST', path)).toBe(2);
		});
	});

	it('leaves it to a person who wants to decide when the response is lost twice', async () => {
		const { agentId, path } = await agent('agent_lost_twice', 0);
		await node.admin.addFault('POST', path, { kind: 'lost-before' }, 2);
		const options = { ...settled, ifUncertain: 'ask' };
		const { error } = await node.run('agent', 'retrain', { agentId, options }, { tries: 3 });
		expect(error?.message).toBe('Unknown outcome: the request may have taken effect');
		expect(await node.count('POST', path)).toBe(2);
	});

	it.each(['kept', 'absent'] as const)(
		'goes on in the next try of Retry On Fail, where ended runs are %s',
		async (endedRun) => {
			await node.admin.setSettings({ endedRun });
			const { agentId, path } = await agent(`agent_tries_${endedRun}`, 0);
			await node.run('agent', 'retrain', { agentId });
			await eventually(
				async () => (await node.run('agent', 'getTrainingStatus', { agentId })).rows[0],
				(row) => row?.training === false,
				'training is a job of its own',
			);
			await node.admin.addFault('POST', path, { kind: 'lost-before' }, 6);
			const { rows, error } = await node.run('agent', 'retrain', { agentId, options: settled }, { tries: 2 });
			await node.admin.setSettings({ endedRun: 'kept' });
			expect(error).toBeUndefined();
			expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 7, answerLost: true } }]);
			expect(await node.count('POST', path)).toBe(8);
		},
	);

	it('sends its own request in a "Retry execution" days later, whatever runs came in between', async () => {
		const { agentId, path } = await agent('agent_days_later', 0);
		await node.admin.addFault('POST', path, { kind: 'lost-before' }, 5);
		const failed = await node.run('agent', 'retrain', { agentId, options: settled });
		expect(failed.error?.message).toBe('Unknown outcome: the request may have taken effect');
		await node.run('agent', 'retrain', { agentId });
		await eventually(
			async () => (await node.run('agent', 'getTrainingStatus', { agentId })).rows[0],
			(row) => row?.training === false,
			'training is a job of its own',
		);
		const later = ahead(2 * 24 * 3_600_000).getTime();
		const clock = vi.spyOn(Date, 'now').mockImplementation(() => later);
		const { rows } = await failed.retry().finally(() => clock.mockRestore());
		expect(rows).toMatchObject([{ outcome: 'started' }]);
		expect(rows[0]).not.toHaveProperty('audit');
		expect(await node.count('POST', path)).toBe(7);
	});

	it('finds in a later try the run that an earlier one began, and starts no second one', async () => {
		const { agentId, path } = await agent('agent_later_try', 0);
		await node.admin.addFault('POST', path, { kind: 'lost-before' }, 4);
		await node.admin.addFault('POST', path, { kind: 'lost-after' });
		let [posts, isFirstTry] = [0, true];
		const failed = await node.run(
			'agent',
			'retrain',
			{ agentId, options: settled },
			{
				onRequest: (request) => {
					if (request.method === 'POST') posts += 1;
					// Nobody can look after the last request of the first try.
					else if (posts === 5 && isFirstTry) Object.assign(request, { url: 'http://127.0.0.1:9/' });
				},
			},
		);
		expect(failed.error?.message).toBe('Unknown outcome: the request may have taken effect');
		expect(failed.error?.description).toContain('Retry On Fail');
		isFirstTry = false;
		const { rows } = await failed.retry();
		expect(rows).toMatchObject([{ outcome: 'started', audit: { requests: 5, answerLost: true } }]);
		expect(await node.count('POST', path)).toBe(5);
	});

	it('does not fail when only the look after the start does', async () => {
		const { agentId, path } = await agent('agent_unseen_start', 0);
		let isStarted = false;
		const { rows, error } = await node.run(
			'agent',
			'retrain',
			{ agentId },
			{
				tries: 3,
				onRequest: (request) => {
					if (isStarted) Object.assign(request, { url: 'http://127.0.0.1:9/' });
					isStarted ||= request.method === 'POST';
				},
			},
		);
		expect(error).toBeUndefined();
		expect(rows).toEqual([{ agentId: 'agent_unseen_start', outcome: 'started' }]);
		expect(await node.count('POST', path)).toBe(1);
	});
});
