import { runOf, searchResultSchema, trainingStatusSchema } from '../../../api';
import { TestSandbox } from './running-sandbox';
import { eventually } from '../../support/time/eventually';

let sandbox: TestSandbox;
beforeEach(async () => {
	// So slow that nothing ends before the test lets it.
	sandbox = await TestSandbox.start({ clockFactor: 0.001 });
});
afterEach(() => sandbox.running.close());

const retrain = (agent = 'agent_support') => sandbox.call('POST', `/agents/${agent}/retrain`);
const status = async () =>
	trainingStatusSchema.parse((await sandbox.call('GET', '/agents/agent_support/training-status')).body);
const search = async (query: string) => {
	const path = `/agents/agent_support/knowledge/search?query=${encodeURIComponent(query)}`;
	return searchResultSchema.parse((await sandbox.call('GET', path)).body).items;
};
const speedUp = () => sandbox.admin('PATCH', '/settings', { clockFactor: 1000 });

describe('a training run (specification, part 3)', () => {
	it('is the only one of its agent: until it ends, retrain and new sources are refused', async () => {
		expect((await retrain()).status).toBe(202);

		const again = await retrain();
		const source = await sandbox.call('POST', '/agents/agent_support/sources', {
			body: { type: 'text', content: 'Hi' },
		});

		expect(again.body).toMatchObject({ type: 'training_active', status: 409 });
		expect(source.body).toMatchObject({ type: 'training_active', status: 409 });
		expect((await retrain('agent_sales')).status).toBe(202);
	});

	it('opens chat and search when the website is read', async () => {
		expect(await status()).toMatchObject({ agentStatus: 'untrained', training: false, canChat: false, run: null });
		expect(await search('return a parcel')).toEqual([]);

		await retrain();
		expect(await status()).toMatchObject({ agentStatus: 'training', training: true, canChat: false });
		await speedUp();
		const ended = await eventually(status, ({ training }) => !training, 'training is a job of its own');

		expect(ended).toMatchObject({ agentStatus: 'ready', canChat: true });
		const run = runOf(ended);
		expect(run).toMatchObject({ phase: 'completed', error: null });
		expect(run?.pagesCompleted).toBeGreaterThan(5);
		const [best] = await search('return a parcel');
		expect(best?.url).toBe(`${sandbox.running.siteUrl}/returns`);
	});

	it('may be followed by another one', async () => {
		await speedUp();
		await retrain();
		const first = await eventually(status, ({ training }) => !training, 'training is a job of its own');

		expect((await retrain()).status).toBe(202);
		const second = await eventually(status, ({ training }) => !training, 'training is a job of its own');

		expect(runOf(second)?.id).not.toBe(runOf(first)?.id);
	});
});
