import { ahead, now } from '../../support/time/moments';
import { type ApiClient, ApiError, createClient, type RateLimit, runOf } from '../../../api';
import { DEFAULT_SETTINGS, settingsSchema, type SettingsValues } from '../../../sandbox/runtime/settings';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

const AGENT = { params: { id: 'agent_sales' } };
/** More than a page of any size that is tried. */
const TEXTS = 5;

let sandbox: TestSandbox;
let client: ApiClient;
let lastLimit: RateLimit | null = null;
beforeAll(async () => {
	sandbox = await TestSandbox.start({ rateLimit: 1000 });
	client = createClient({
		baseUrl: sandbox.running.apiUrl,
		apiKey: sandbox.running.seedKey,
		onResponse: ({ rateLimit }) => (lastLimit = rateLimit),
	});
	for (let text = 0; text < TEXTS; text += 1) {
		await client.call('addSource', { ...AGENT, body: { type: 'text', title: `Text ${text}`, content: 'Words' } });
	}
});
afterAll(() => sandbox.running.close());

const set = (settings: Partial<SettingsValues>) => sandbox.admin('PATCH', '/settings', settings);
afterEach(() => set({ ...DEFAULT_SETTINGS, clockFactor: 1000, rateLimit: 1000 }));

const rejection = async (call: Promise<unknown>): Promise<ApiError> => {
	const error = await call.then(
		() => undefined,
		(reason: unknown) => reason,
	);
	if (error instanceof ApiError) return error;
	throw new Error('The call was not refused by the service.');
};
const { shape } = settingsSchema;

describe('our client needs nothing that the specification does not show', () => {
	it.each([1, 2, 100])('a default page size of %d', async (pageSize) => {
		await set({ pageSize });
		const answer = await sandbox.call('GET', '/agents/agent_sales/sources');
		expect(answer.body).toMatchObject({ limit: pageSize });

		const { items } = await client.call('listSources', { ...AGENT, query: { limit: 100 } });
		expect(new Set(items.map(({ name }) => name)).size).toBe(TEXTS + 1);
		expect(items).toHaveLength(TEXTS + 1);
	});

	it.each(shape.deleteBody.options)('an answer to DELETE that is %s', async (deleteBody) => {
		await set({ deleteBody });
		const { id } = await client.call('addSource', { ...AGENT, body: { type: 'text', content: 'To be deleted' } });
		const source = { params: { ...AGENT.params, sourceId: id } };
		await client.call('deleteSource', source);
		expect(await rejection(client.call('getSource', source))).toMatchObject({ status: 404, outcome: 'refused' });

		const pair = await client.call('createQaPair', { ...AGENT, body: { question: 'Why?', answer: 'Because.' } });
		await client.call('deleteQaPair', { params: { ...AGENT.params, pairId: pair.id } });
		const pairs = await client.call('listQaPairs', AGENT);
		expect(pairs.items).toEqual([]);
	});

	it.each(shape.retrainBody.options)('an answer to retrain that is %s', async (retrainBody) => {
		await set({ retrainBody });
		const before = runOf(await client.call('getTrainingStatus', AGENT))?.id;
		await client.call('retrain', AGENT);
		const ended = await eventually(
			() => client.call('getTrainingStatus', AGENT),
			({ training }) => !training,
			'training is a job of its own',
		);
		expect(runOf(ended)?.id).toMatch(/^run_/);
		expect(runOf(ended)?.id).not.toBe(before);
	});

	it.each(shape.noRun.options)('a run that is %s when there was none', async (noRun) => {
		await set({ noRun });
		await sandbox.admin('POST', '/agents', { id: `new_${noRun}`, name: 'New', website: sandbox.running.siteUrl });
		const status = await client.call('getTrainingStatus', { params: { id: `new_${noRun}` } });
		expect(runOf(status)).toBeNull();
		expect(status).toMatchObject({ training: false, canChat: false });
	});

	it.each(shape.endedRun.options)('an ended run that is %s', async (endedRun) => {
		await set({ endedRun });
		await client.call('retrain', AGENT);
		const ended = await eventually(
			() => client.call('getTrainingStatus', AGENT),
			({ training }) => !training,
			'training is a job of its own',
		);
		expect(runOf(ended) !== null).toBe(endedRun === 'kept');
		expect(ended).toMatchObject({ training: false, canChat: true });
		const agent = await client.call('getAgent', AGENT);
		expect(Date.parse(String(agent.lastTrainedAt))).toBeGreaterThanOrEqual(Date.parse(String(agent.trainedAt)));
	});

	it.each(shape.rateLimitReset.options)('X-RateLimit-Reset in %s', async (rateLimitReset) => {
		await set({ rateLimitReset });
		const before = now().getTime();
		await client.call('listAgents');
		const resetAt = lastLimit?.resetAt ?? 0;
		expect(resetAt).toBeGreaterThan(before - 2000);
		expect(resetAt).toBeLessThanOrEqual(ahead(61_000).getTime());
	});

	it.each(shape.errorDetails.options)('detail and issues that are %s', async (errorDetails) => {
		await set({ errorDetails });
		const unknown = await rejection(client.call('getAgent', { params: { id: 'nobody' } }));
		expect(unknown).toMatchObject({ type: 'not_found', status: 404 });
		expect(unknown.message).toContain('Not found');
		expect(Array.isArray(unknown.issues)).toBe(true);
	});
});

describe('the rate limit headers (specification, part 8)', () => {
	const url = () => `${sandbox.running.apiUrl}/api/v1`;
	const authorization = () => ({ authorization: `Bearer ${sandbox.running.seedKey}` });

	it.each([
		['an answer', '/agents', {}, 200],
		['an unknown route', '/nowhere', {}, 404],
		['an address that is none', '/agents/%zz', {}, 400],
		['malformed JSON', '/agents/agent_sales/sources', { method: 'POST', body: '{"a":', type: 'application/json' }, 400],
		['another content type', '/agents/agent_sales/sources', { method: 'POST', body: 'x', type: 'text/plain' }, 415],
		[
			'a body too large',
			'/agents/agent_sales/sources',
			{ method: 'POST', body: 'x'.repeat(9e6), type: 'application/json' },
			413,
		],
		['another method', '/agents', { method: 'PUT' }, 404],
	])('are on %s', async (_name, path, { type, ...init }: RequestInit & { type?: string }, status) => {
		const headers = { ...authorization(), ...(type === undefined ? {} : { 'content-type': type }) };
		const response = await fetch(`${url()}${path}`, { ...init, headers });
		await response.arrayBuffer();

		expect(response.status).toBe(status);
		for (const name of ['limit', 'remaining', 'reset']) {
			expect(response.headers.get(`x-ratelimit-${name}`)).toMatch(/^\d+$/);
		}
	});

	it('are left out when there is no limit', async () => {
		await set({ rateLimit: 'none' });
		const { headers } = await sandbox.call('GET', '/agents');
		expect(headers.get('x-ratelimit-limit')).toBeNull();
	});
});
