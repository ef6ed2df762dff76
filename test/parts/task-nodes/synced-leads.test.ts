import { z } from 'zod';
import { CONVERSATION_FORMS, leadConversation, leadSchema } from '../../../api';
import { eventually } from '../../support/time/eventually';
import { SystemShutdownExecutionCancelledError } from 'n8n-workflow';
import { GatewayCredential } from '../../support/task-nodes/credentials';
import { capturedLead as lead } from '../../support/task-nodes/captured-lead';
import { useTaskGateway } from '../../support/task-nodes/gateway';
import { shapeOf } from '../../support/shape-of';
import { publish, runWith, SUCCESS, type TriggerFlow, type TriggerRun } from '../../support/task-nodes/trigger-run';

const locator = (value: string) => ({ __rl: true, mode: 'id', value });
const PARAMETERS = {
	connection: locator('main'),
	agentId: locator('agent_a'),
	leadsFrom: 'all',
	batchSize: 1,
	options: { retryPause: { duration: { amount: 1, unit: 'seconds' } }, maxAttempts: 2 },
};

const gateway = useTaskGateway();
const published: TriggerRun[] = [];
afterEach(async () => {
	await Promise.all(published.splice(0).map((run) => run.close()));
});

async function start(flow: Partial<TriggerFlow> = {}, more: object = {}): Promise<TriggerRun> {
	const run = await publish({ credential: gateway.credential, parameters: { ...PARAMETERS, ...more }, ...flow });
	published.push(run);
	return run;
}

async function syncId(): Promise<string> {
	const [task] = await gateway.tasks();
	if (task === undefined) throw new Error('No sync was started.');
	return task.id;
}

const addLeads = async (...ids: number[]) => gateway.handOuts.addLeads(await syncId(), gateway.blobs, ids.map(lead));
const stateOf = async () => gateway.handOuts.stateOf(await syncId());
const until = (what: string, there: () => Promise<boolean>) => eventually(there, Boolean, what);
const untilSettled = (count: number) =>
	until(`${count} leads done or refused`, async () => {
		const { synced, refused } = await stateOf();
		return synced + refused.length === count;
	});

describe('the Synced Lead Trigger', () => {
	it('opens a sync into its flow, and takes one lead after the other', async () => {
		const run = await start();
		await addLeads(1, 2, 3);
		await untilSettled(3);
		expect(run.executions).toEqual([[1], [2], [3]]);
		expect(run.shown[0]?.json).toEqual(lead(3));
		expect(gateway.inputs[0]).toMatchObject({ agentId: 'agent_a', intervalSeconds: 60 });
		expect(gateway.inputs[0]).toMatchObject({
			destination: expect.stringMatching(/^flow:[\w.-]+\.flow-1\.node-1$/) as string,
		});
		expect(gateway.handOuts.settingsOf(await syncId())).toMatchObject({
			label: 'Leads to CRM',
			maxAttempts: 2,
			closed: false,
		});
	});

	it('hands on a batch, retries failed leads alone, and refuses them with the words of the error', async () => {
		const run = await start(
			{
				ends: (ids) =>
					Promise.resolve(
						ids.includes(2)
							? runWith({ status: 'error' }, { error: { message: 'No email', node: { name: 'HubSpot' } } })
							: SUCCESS,
					),
			},
			{ batchSize: 10 },
		);
		await addLeads(1, 2, 3);
		await untilSettled(3);
		expect(run.executions.map((ids) => ids.join())).toEqual(['1,2,3', '1', '2', '3']);
		expect(await stateOf()).toMatchObject({ synced: 2, refused: [{ leadId: 2, reason: 'HubSpot: No email' }] });
	});

	it('refuses a lead whose execution waits, without a second attempt', async () => {
		const run = await start({ ends: () => Promise.resolve(runWith({ status: 'waiting' })) });
		await addLeads(1);
		await untilSettled(1);
		expect(run.executions).toEqual([[1]]);
		expect((await stateOf()).refused[0]?.reason).toContain('Put the waiting part into a second flow');
	});

	it('gives a lead back, without a counted attempt, when n8n stops during its execution', async () => {
		let executions = 0;
		const run = await start({
			ends: () => {
				executions += 1;
				return executions < 4
					? Promise.reject(new SystemShutdownExecutionCancelledError('7'))
					: Promise.resolve(SUCCESS);
			},
		});
		await addLeads(1);
		await untilSettled(1);
		expect(run.executions).toHaveLength(4);
		expect(await stateOf()).toMatchObject({ synced: 1, refused: [] });
	});

	it('closes the sync when the flow is unpublished, and opens it again with new settings', async () => {
		const first = await start();
		const id = await syncId();
		await first.close();
		expect(gateway.handOuts.settingsOf(id)).toMatchObject({ closed: true });
		await addLeads(1);
		const second = await start({}, { options: { maxAttempts: 5 } });
		await untilSettled(1);
		expect(first.executions).toEqual([]);
		expect(second.executions).toEqual([[1]]);
		expect(gateway.handOuts.settingsOf(id)).toMatchObject({ closed: false, maxAttempts: 5 });
		expect(await gateway.tasks()).toHaveLength(1);
	});

	it('reports the execution that was running when the flow was unpublished', async () => {
		let finish: () => void = () => undefined;
		const run = await start({
			ends: () =>
				new Promise((resolve) => {
					finish = () => {
						resolve(SUCCESS);
					};
				}),
		});
		await addLeads(1, 2);
		await until('A running execution', () => Promise.resolve(run.executions.length === 1));
		await run.close();
		finish();
		await untilSettled(1);
		expect(run.executions).toEqual([[1]]);
	});

	it('shows a failed execution when a person cancels the sync, and starts it only when the flow is published', async () => {
		const run = await start();
		const id = await syncId();
		gateway.handOuts.end(id);
		await until('A failed execution', () => Promise.resolve(run.failedExecutions.length === 1));
		expect(run.failedExecutions[0]?.message).toMatch(/^The sync of this flow was cancelled/);
		expect(run.errors).toEqual([]);
	});

	it('asks n8n to retry the flow when the token is no longer valid', async () => {
		const run = await start();
		gateway.credential.data.token = 'another token';
		await until('An error', () => Promise.resolve(run.errors.length === 1));
		expect(run.errors[0]?.message).toContain('401');
	});

	it.each<[string, object, RegExp]>([
		['an empty agent', { agentId: locator('') }, /The field "Agent" is empty/],
		['a wrong day', { leadsFrom: 'day', startDate: 'soon' }, /The field "First Day" must be a date .* but is "soon"/],
		[
			'a wrong time',
			{ options: { interval: { duration: { amount: 0, unit: 'hours' } } } },
			/"Check Every" must be an amount/,
		],
		[
			'too short a time',
			{ options: { interval: { duration: { amount: 5, unit: 'seconds' } } } },
			/^Check Every: "5" .*10/,
		],
		['a wrong batch', { batchSize: 101 }, /"Leads per Execution" must be at most 100, but is 101/],
		['an unknown agent', { agentId: locator('agent_x') }, /^Agent: "agent_x" is unknown/],
		['an unknown connection', { connection: locator('other') }, /^Connection: "other" is unknown/],
	])('cannot be published with %s', async (_what, parameters, message) => {
		await expect(start({}, parameters)).rejects.toThrow(message);
		expect(await gateway.tasks()).toEqual([]);
	});

	it('takes the day of the date picker, and durations with a unit', async () => {
		const interval = { duration: { amount: 2, unit: 'hours' } };
		await start({}, { leadsFrom: 'day', startDate: '2026-11-01T00:00:00.000+01:00', options: { interval } });
		expect(gateway.inputs[0]).toMatchObject({ startDate: '2026-11-01', intervalSeconds: 7_200 });
	});

	it('cannot be published without a gateway', async () => {
		const credential = new GatewayCredential({ gatewayUrl: 'http://127.0.0.1:1', token: 'x' });
		await expect(start({ credential })).rejects.toThrow(/No server responds at/);
	});

	it('shows a sample with the fields and types of the leads that it delivers', async () => {
		const [sample] = (await start({ mode: 'manual' })).shown;
		expect(z.strictObject(leadSchema.shape).parse(sample?.json)).toEqual(sample?.json);
		const run = await start();
		await addLeads(7);
		await eventually(() => run.shown.length === 1, Boolean, 'An execution');
		expect(Object.keys(sample?.json ?? {})).toEqual(Object.keys(run.shown[0]?.json ?? {}));
	});

	it('shows a sample in the editor, and a lead that waits without taking it', async () => {
		const before = await start({ mode: 'manual' });
		expect(before.shown[0]?.json).toMatchObject({ name: 'Sample Lead', agentId: 'agent_a' });
		const run = await start();
		await run.close();
		await addLeads(7);
		gateway.handOuts.stateOf(await syncId());
		const test = await start({ mode: 'manual' });
		expect(test.shown[0]?.json).toEqual(lead(7));
		expect(await stateOf()).toMatchObject({ synced: 0 });
	});

	const TALK = {
		messages: [
			{ role: 'visitor', content: 'Do you ship?', createdAt: '2026-11-01T00:00:00Z' },
			{ role: 'assistant', content: 'Yes.', createdAt: '2026-11-01T00:00:01Z' },
		],
		pageUrl: 'https://shop.example/',
	};

	it.each(CONVERSATION_FORMS)('shows a sample as it delivers leads with their conversation: %s', async (form) => {
		const [sample] = (await start({ mode: 'manual' }, { options: { conversation: form } })).shown;
		const delivered = {
			...lead(7),
			fields: { company: 'Any' },
			phone: '1',
			conversation: leadConversation(TALK, form, 1_000),
		};
		expect(shapeOf(sample?.json)).toEqual(shapeOf(delivered));
	});

	it('shows no lead that waits in another form than the node brings now', async () => {
		const run = await start();
		await run.close();
		const waiting = { ...lead(8), conversation: leadConversation(TALK, 'text', 1_000) };
		await gateway.handOuts.addLeads(await syncId(), gateway.blobs, [waiting]);
		const shownWith = async (options: object) =>
			(await start({ mode: 'manual' }, { options })).shown.map(({ json }) => json['name']);
		expect(await shownWith({ conversation: 'text' })).toEqual(['Lead 8']);
		for (const options of [{}, { conversation: 'extract' }, { conversation: 'json' }])
			expect(await shownWith(options)).toEqual(['Sample Lead']);
	});
});
