import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await TestSandbox.start({ clockFactor: 0.001 });
});
afterEach(() => sandbox.running.close());

const PATTERN = '/agents/{id}/retrain';
const order = (fault: object) => sandbox.admin('POST', '/faults', { method: 'POST', path: PATTERN, times: 1, fault });
const retrain = () => sandbox.call('POST', '/agents/agent_support/retrain');
const logged = async () =>
	(await sandbox.admin('GET', `/requests?method=POST&path=${encodeURIComponent(PATTERN)}`)).body;

describe('faults on demand', () => {
	it('lost-after: the run starts, the answer never comes, and the log counts one request', async () => {
		await order({ kind: 'lost-after' });

		await expect(retrain()).rejects.toThrow('fetch failed');

		const training = await sandbox.call('GET', '/agents/agent_support/training-status');
		expect(training.body).toMatchObject({ training: true });
		expect(await logged()).toEqual({
			items: [expect.objectContaining({ keyId: 'key_seed', status: null, fault: 'lost-after' })],
		});
		expect((await sandbox.admin('GET', '/faults')).body).toEqual({ items: [] });
		expect((await retrain()).status).toBe(409);
	});

	it('lost-before: nothing is done', async () => {
		await order({ kind: 'lost-before' });

		await expect(retrain()).rejects.toThrow('fetch failed');

		const training = await sandbox.call('GET', '/agents/agent_support/training-status');
		expect(training.body).toMatchObject({ training: false });
		expect(await logged()).toMatchObject({ items: [{ status: null, fault: 'lost-before' }] });
	});

	it('status: answers that status in the envelope, with the wait asked for', async () => {
		await order({ kind: 'status', status: 503, retryAfter: 7 });

		const answer = await retrain();

		expect(answer.body).toMatchObject({ type: 'service_unavailable', status: 503 });
		expect(answer.headers.get('retry-after')).toBe('7');
		expect((await retrain()).status).toBe(202);
	});

	it('broken-json: the run starts, the answer breaks off', async () => {
		await order({ kind: 'broken-json' });

		await expect(retrain()).rejects.toThrow(SyntaxError);

		expect((await retrain()).status).toBe(409);
	});

	it('late-answer: the run starts at once, the answer comes later', async () => {
		await order({ kind: 'late-answer', delayMs: 10_000 });
		let answered = false;
		const answer = retrain().then(({ status }) => {
			answered = true;
			return status;
		});

		const isTraining = async () => (await sandbox.call('GET', '/agents/agent_support/training-status')).body;
		await eventually(
			isTraining,
			(body) => JSON.stringify(body).includes('"training":true'),
			'training is a job of its own',
		);
		expect(answered).toBe(false);
		expect(await answer).toBe(202);
	});

	it('hang: no answer until the caller gives up', async () => {
		await order({ kind: 'hang' });
		const givingUp = new AbortController();
		const hanging = fetch(`${sandbox.running.apiUrl}/api/v1/agents/agent_support/retrain`, {
			method: 'POST',
			headers: { authorization: `Bearer ${sandbox.running.seedKey}` },
			signal: givingUp.signal,
		});

		await eventually(
			logged,
			(log) => JSON.stringify(log).includes('"hang"'),
			'the request reaches the sandbox a moment later',
		);
		givingUp.abort();

		await expect(hanging).rejects.toThrow('aborted');
		expect((await retrain()).status).toBe(202);
	});

	it('wait for a request with the permission', async () => {
		await order({ kind: 'status', status: 503 });
		const { key } = await sandbox.createKey({ scopes: ['read:agents'] });

		expect((await sandbox.call('POST', '/agents/agent_support/retrain', { key })).status).toBe(403);
		expect((await sandbox.call('POST', '/agents/agent_support/retrain', { key: 'ak_wrong' })).status).toBe(401);
		expect((await retrain()).status).toBe(503);
	});

	it('stay until they are used up or withdrawn', async () => {
		await sandbox.admin('POST', '/faults', { method: 'POST', path: PATTERN, times: 3, fault: { kind: 'lost-before' } });
		await expect(retrain()).rejects.toThrow('fetch failed');
		expect((await sandbox.admin('GET', '/faults')).body).toMatchObject({ items: [{ remaining: 2 }] });

		await sandbox.admin('DELETE', '/faults');

		expect((await retrain()).status).toBe(202);
	});
});

it('every second response is lost, after the effect, until the setting is changed back', async () => {
	const names = ['first', 'second', 'third', 'fourth'];
	const add = (name: string) =>
		sandbox
			.call('POST', '/agents/agent_support/sources', { body: { type: 'text', title: name, content: 'A text.' } })
			.then(
				({ status }) => status,
				() => 'lost',
			);
	await sandbox.admin('PATCH', '/settings', { lostResponses: 'every-second' });
	const answers = [];
	for (const name of names) answers.push(await add(name));
	await sandbox.admin('PATCH', '/settings', { lostResponses: 'none' });

	expect(answers).toEqual(['lost', 201, 'lost', 201]);
	const { body } = await sandbox.call('GET', '/agents/agent_support/sources?limit=100');
	expect(body).toMatchObject({
		items: expect.arrayContaining(names.map((name) => expect.objectContaining({ name }) as object)) as unknown,
	});
});
