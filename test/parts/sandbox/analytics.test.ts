import { ago } from '../../support/time/moments';
import { TestSandbox } from './running-sandbox';
import { teach } from './taught-agent';

const AGENT = 'agent_support';

let sandbox: TestSandbox;
beforeEach(async () => {
	sandbox = await TestSandbox.start();
});
afterEach(() => sandbox.running.close());

const get = async (path: string) => (await sandbox.call('GET', `/agents/${AGENT}/${path}`)).body;
const ask = (message: string) =>
	sandbox.call('POST', `/agents/${AGENT}/chat`, { body: { message, location: { countryCode: 'NO' } } });
const daysAgo = (days: number) => ago(days * 86_400_000).toISOString();

/** Three questions by chat, a rated conversation of last month, a lead. */
async function use() {
	await teach(sandbox, AGENT, 'Returns', 'A parcel may be returned within 30 days.');
	await ask('How do I return a parcel?');
	await ask('Do you repair spaceships?');
	await ask('do you repair spaceships? ');
	const old = { channel: 'whatsapp', createdAt: daysAgo(20), rating: 5, state: 'resolved' };
	await sandbox.admin('POST', `/agents/${AGENT}/conversations`, old);
	await sandbox.admin('POST', `/agents/${AGENT}/leads`, { name: 'Visitor', email: 'v@example.com' });
}

describe('analytics (specification, parts 2 and 4)', () => {
	it('count what happened in the period', async () => {
		await use();

		expect(await get('overview?period=7d')).toMatchObject({
			agentId: AGENT,
			period: '7d',
			conversations: { total: 4, open: 4, resolved: 0 },
			messages: { received: 3, answered: 1, unanswered: 2, answerRate: 0.3333 },
			leads: 1,
			knowledge: { trained: true, sources: 2, qaPairs: 0 },
		});
		expect(await get('analytics')).toMatchObject({
			period: '30d',
			advancedAnalytics: true,
			conversations: {
				total: 5,
				resolved: 1,
				byChannel: expect.arrayContaining([
					{ channel: 'api', conversations: 3 },
					{ channel: 'whatsapp', conversations: 1 },
				]) as unknown,
			},
			topQuestions: [
				{ question: expect.stringMatching(/spaceships/) as string, count: 2 },
				{ question: 'How do I return a parcel?', count: 1 },
			],
			unansweredQueries: [{ content: expect.stringMatching(/spaceships/) as string, count: 2 }],
			satisfaction: [{ rating: 5, count: 1 }],
			visitorLocations: [{ countryCode: 'NO', conversations: 3 }],
		});
		expect(await get('unanswered-questions?period=90d')).toEqual({
			period: '90d',
			items: [
				{ content: 'do you repair spaceships? ', createdAt: expect.any(String) as string },
				{ content: 'Do you repair spaceships?', createdAt: expect.any(String) as string },
			],
		});
	});

	it('leave the advanced sections empty on a plan without them, and name the plan that has them', async () => {
		await use();
		await sandbox.admin('PATCH', '/account', { plan: 'free' });

		expect(await get('analytics')).toMatchObject({
			advancedAnalytics: false,
			conversations: { total: 5 },
			topQuestions: [],
			unansweredQueries: [],
			satisfaction: [],
			visitorLocations: [],
		});
		expect(await get('unanswered-questions')).toMatchObject({
			type: 'plan_required',
			status: 403,
			detail: expect.stringContaining('Pro') as string,
		});
		expect(await get('overview')).toMatchObject({ conversations: { total: 5 } });
	});

	it('know three periods', async () => {
		for (const path of ['overview', 'analytics', 'unanswered-questions']) {
			expect(await get(`${path}?period=1y`)).toMatchObject({ status: 400, issues: [{ path: 'period' }] });
		}
	});
});

describe('usage (specification, part 4)', () => {
	it('counts credits, training data and keys against the plan', async () => {
		const usage = async () => (await sandbox.call('GET', '/usage')).body;
		await use();

		expect(await usage()).toMatchObject({
			plan: { id: 'pro', name: 'Pro' },
			messageCredits: { limit: 5000, used: 3, remaining: 4997 },
			trainingData: { limitBytes: 100 * 1024 * 1024, usedBytes: 40 },
			apiKeys: { limit: 20, active: 1 },
			agents: 2,
		});
		await sandbox.admin('PATCH', '/account', { plan: 'free', creditsUsed: 100 });
		expect(await usage()).toMatchObject({
			plan: { id: 'free' },
			messageCredits: { limit: 100, used: 100, remaining: 0 },
			trainingData: { limitBytes: 10 * 1024 * 1024 },
		});
		expect((await ask('Hello')).status).toBe(402);
	});
});
