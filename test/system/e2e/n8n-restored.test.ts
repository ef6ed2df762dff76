/**
 * The database of n8n is restored as the guides say: n8n is stopped, and its folder is replaced by a copy. n8n then gives
 * the numbers of executions again that came after the copy. Gateway and service have gone on.
 */
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { FLOW_MS, useFlows } from './use-flows';

const flows = useFlows();

let copies: string;
beforeAll(async () => {
	copies = await mkdtemp(join(tmpdir(), 'agent-knowledge-n8n-copy-'));
});
afterAll(() => rm(copies, { recursive: true, force: true }));

/** What n8n keeps: its database and its key. */
const folderOfN8n = () => join(dirname(flows().running.n8n.filesFolder), '.n8n');

async function backUp(name: string): Promise<void> {
	const { server } = flows().running.n8n;
	await server.stop();
	await cp(folderOfN8n(), join(copies, name), { recursive: true });
	await server.start();
}

async function restore(name: string): Promise<void> {
	const { server } = flows().running.n8n;
	await server.stop();
	await rm(folderOfN8n(), { recursive: true });
	await cp(join(copies, name), folderOfN8n(), { recursive: true });
	await server.start();
}

it(
	'an execution whose number comes again starts a task and a conversation of its own',
	async () => {
		await flows().import('retrain-and-ask.json');
		await backUp('before');
		const first = await flows().untilEnded(await flows().start('retrain-and-ask.json'));
		await restore('before');
		const second = await flows().untilEnded(await flows().start('retrain-and-ask.json'));

		expect([second.id, second.status, first.status]).toEqual([first.id, 'success', 'success']);
		const [task, again] = [first, second].map((execution) => execution.output('Done')[0]?.['id']);
		expect(task).toEqual(expect.any(String));
		expect(again).not.toBe(task);
		const [session, other] = [first, second].map((execution) => execution.output('Ask')[0]?.['sessionId']);
		expect(session).toEqual(expect.any(String));
		expect(other).not.toBe(session);
	},
	2 * FLOW_MS,
);

it(
	'an execution that waited in the backup continues with the task that it had started',
	async () => {
		const id = await flows().start('one-wait.json');
		const { taskIds } = (await flows().untilWaiting(id)).waitOf('Task');
		await backUp('waiting');
		await restore('waiting');
		await flows().agents.finishTraining();
		const execution = await flows().untilEnded(id);
		expect(execution.status).toBe('success');
		expect(execution.output('Done')).toMatchObject([{ id: taskIds[0], status: 'completed' }]);
	},
	2 * FLOW_MS,
);
