import { useFlows } from './use-flows';

const flows = useFlows();

it('goes on waiting after callbacks that are not signed, or are for another node', async () => {
	const id = await flows().start('one-wait.json');
	const execution = await flows().untilWaiting(id);
	const body = execution.waitOf('Task');
	const right = execution.resumeUrl('task');
	const unsigned = new URL(right.pathname, right);
	const forged = new URL(right);
	forged.searchParams.set('signature', 'f'.repeat(right.searchParams.get('signature')?.length ?? 0));

	expect(await flows().callBack(unsigned, body)).toBe(401);
	expect(await flows().callBack(forged, body)).toBe(401);
	expect(await flows().callBack(execution.resumeUrl(''), body)).toBe(404);
	expect(await flows().callBack(execution.resumeUrl('completed'), body)).toBe(404);

	const after = await flows().read(id);
	expect([after.status, after.runs('Done')]).toEqual(['waiting', 0]);
	await flows().agents.finishTraining();
	expect((await flows().untilEnded(id)).status).toBe('success');
});

it('goes on waiting after callbacks that name no wait, another one, or one that has not ended', async () => {
	const id = await flows().start('one-wait.json');
	const execution = await flows().untilWaiting(id);
	const url = execution.resumeUrl('task');

	expect(await flows().callBack(url, {})).toBe(400);
	expect(await flows().callBack(url, { waitId: 'wait/another' })).toBe(410);
	expect(await flows().callBack(url, execution.waitOf('Task'))).toBe(503);

	const after = await flows().read(id);
	expect([after.status, after.runs('Done')]).toEqual(['waiting', 0]);
	await flows().agents.finishTraining();
	expect((await flows().untilEnded(id)).output('Done')).toMatchObject([{ status: 'completed' }]);
});

it('runs nothing twice when the callback comes twice', async () => {
	const id = await flows().start('one-wait.json');
	const waiting = await flows().untilWaiting(id);
	await flows().agents.finishTraining();
	await flows().untilEnded(id);

	expect(await flows().callBack(waiting.resumeUrl('task'), waiting.waitOf('Task'))).toBe(409);

	const after = await flows().read(id);
	expect([after.status, after.runs('Done')]).toEqual(['success', 1]);
});

it('goes on waiting in the second of two nodes when the callback of the first one is repeated', async () => {
	const id = await flows().start('two-waits.json');
	const inSecond = await untilRun(id, 'Second', 1);

	expect(await flows().callBack(inSecond.resumeUrl('first'), inSecond.waitOf('First'))).toBe(404);

	const after = await flows().read(id);
	expect([after.status, after.runs('After')]).toEqual(['waiting', 0]);
	await flows().agents.finishTraining();
	expect((await flows().untilEnded(id)).output('After')).toMatchObject([{ agentId: 'agent_slow' }]);
});

it('goes on waiting in a later pass of a loop when the callback of an older one is repeated', async () => {
	const id = await flows().start('loop.json');
	const older = (await flows().untilWaiting(id)).waitOf('Task');
	const inSecondPass = await untilRun(id, 'Task', 2);

	expect(inSecondPass.waitOf('Task')).not.toEqual(older);
	expect(await flows().callBack(inSecondPass.resumeUrl('task'), older)).toBe(410);

	const after = await flows().read(id);
	expect([after.status, after.runs('After')]).toEqual(['waiting', 0]);
	await flows().agents.finishTraining();
	expect((await flows().untilEnded(id)).output('After')).toMatchObject([
		{ agentId: 'agent_quick' },
		{ agentId: 'agent_slow' },
	]);
});

/** The execution as it waits in a node, for the so manieth time. */
async function untilRun(id: string, node: string, runs: number) {
	return flows().untilWaiting(id, (execution) => execution.runs(node) === runs);
}
