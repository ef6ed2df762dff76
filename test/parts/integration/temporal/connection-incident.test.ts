import { now } from '../../../support/time/moments';
import { eventually, isThere } from '../../../support/time/eventually';
import { noteInTemporal } from '../../../../worker/connections';
import { TemporalIncidents } from '../../../../worker/tasks/incidents';
import { Troubles } from '../../../../worker/tasks/overview';
import { TemporalScheduleService } from '../../../../worker/tasks/schedules';
import { executionInfo, listExecutions } from '../../../../worker/temporal/executions';
import { SOON } from '../../../support/temporal/soon';
import { Platform } from '../../../support/temporal/start-platform';

const CONNECTION = 'sandbox';

let platform: Platform;
beforeAll(async () => {
	platform = await Platform.start({ timing: { ...SOON, holdMs: 300, probeEveryMs: 500 } });
});
afterAll(() => platform.stop());

/** Ids of the workflows that have published events about the connection. */
async function published(): Promise<string[]> {
	const found: string[] = [];
	const query = `WorkflowType = 'publishEvent' AND WorkflowId STARTS_WITH 'event/connection~'`;
	for await (const raw of listExecutions(platform.client, query))
		found.push((await executionInfo(platform.client, raw)).workflowId.split('~').at(-1) ?? '');
	return found.sort();
}

function incidents(allowed: ReadonlySet<string> | null = null) {
	const { client, tasks } = platform;
	const schedules = new TemporalScheduleService(client, { keyVersion: 'k1', settleMs: 1_000 });
	return new TemporalIncidents(client, schedules, new Troubles({ client, tasks, schedules })).read(allowed);
}

it('a key that the service refuses is an incident until it works again, each told once, with the worker gone in between', async () => {
	await platform.admin.addFault('GET', '/agents', { kind: 'status', status: 401 }, 10_000);
	await platform.admin.addFault('GET', '/agents/{id}/training-status', { kind: 'status', status: 401 }, 10_000);
	const { id } = await platform.retrain('refused-key', { agentId: 'agent_support' });
	await eventually(async () => (await published()).length > 0, Boolean, 'the failing event');
	expect(await published()).toEqual(['failing']);
	const shown = await eventually(
		async () => {
			const { open } = await incidents();
			return open.find(({ kind }) => kind === 'connection') ?? null;
		},
		isThere,
		'the incident',
	);
	expect(shown).toMatchObject({ connection: CONNECTION, title: 'The service refuses the key of the connection.' });
	expect(shown.blocks.tasks).toBeGreaterThan(0);
	expect(shown.todo).toContain('Create a key');
	expect((await incidents(new Set(['of others']))).open).toEqual([]);

	await platform.stopWorkers();
	await platform.admin.clearFaults();
	await platform.restartWorkers();
	// As a worker does whose calls had failed, too.
	await noteInTemporal(platform.client)(CONNECTION, { at: now().getTime(), fault: null });
	await eventually(async () => (await published()).length > 1, Boolean, 'the recovered event');
	expect(await published()).toEqual(['failing', 'recovered']);
	const { open, recovered } = await eventually(
		incidents,
		({ recovered: ended }) => ended.length > 0,
		'what works again',
	);
	expect(open.filter(({ kind }) => kind === 'connection')).toEqual([]);
	expect(recovered).toMatchObject([{ kind: 'connection', connection: CONNECTION, taskId: null }]);
	expect((await incidents(new Set(['of others']))).recovered).toEqual([]);
	await platform.ended(id);
});

it('a task of a connection that was removed is an incident until it is cancelled', async () => {
	await platform.stopWorkers();
	const input = { version: 1, connection: 'gone', agentId: 'a', waitUntil: 'finished', ifActive: 'adopt' };
	const { id } = await platform.tasks.start({
		type: 'retrain-and-wait',
		idempotencyKey: 'gone',
		input: { ...input, timeoutSeconds: 86_400 },
	});
	await platform.restartWorkers();
	const ofGone = async () => (await incidents()).open.filter(({ connection }) => connection === 'gone');
	const [shown] = await eventually(ofGone, (open) => expect(open).toHaveLength(1), 'the incident');
	expect(shown).toMatchObject({
		kind: 'connection',
		title: 'The configuration no longer has the connection.',
		blocks: { syncs: 0, tasks: 1 },
	});
	await platform.tasks.cancel(id);
	await eventually(ofGone, (open) => expect(open).toEqual([]), 'nothing waits for it any more');
});
