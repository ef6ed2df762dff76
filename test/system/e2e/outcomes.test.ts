import { attemptsOfDelivery } from './deliveries';
import { useFlows } from './use-flows';

const flows = useFlows();

it('lets the task go on when its execution is stopped, and the callback end without being repeated', async () => {
	const id = await flows().start('one-wait.json');
	const { taskIds, waitId } = (await flows().untilWaiting(id)).waitOf('Task');
	const { n8n, stack } = flows().running;

	await n8n.client.request('POST', `/rest/executions/${id}/stop`);
	await flows().agents.finishTraining();

	expect(await Promise.all(taskIds.map((task) => flows().task(task)))).toMatchObject([{ status: 'completed' }]);
	expect(await attemptsOfDelivery(stack, waitId)).toBe(1);
	const after = await flows().read(id);
	expect([after.status, after.runs('Done')]).toEqual(['canceled', 0]);
});

it('goes on by Not Done when Stop Waiting After has passed; the task goes on', async () => {
	const execution = await flows().untilEnded(await flows().start('stop-waiting.json'));

	expect(execution.status).toBe('success');
	const [item] = execution.output('Not Done');
	expect(item).toMatchObject({ agentId: 'agent_slow', status: 'running' });
	expect(execution.runs('Done')).toBe(0);
	await flows().agents.finishTraining();
	expect(await flows().task(String(item?.['id']))).toMatchObject({ status: 'completed' });
});

it('resumes the parent after the first of several sub-workflows, as the README of the package says', async () => {
	await flows().import('sub-workflow.json');
	const parent = await flows().untilEnded(await flows().start('once-per-item.json'));

	expect([parent.status, parent.runs('After')]).toEqual(['success', 1]);
	const children = await flows().executionsOf('akE2eChild');
	expect(children.map(({ status }) => status).sort()).toEqual(['success', 'waiting']);
	await flows().agents.finishTraining();
	for (const { id } of children) expect((await flows().untilEnded(id)).status).toBe('success');
});

it('sends two items by Done and the one that failed by Not Done, each with its own input', async () => {
	const execution = await flows().untilEnded(await flows().start('three-items.json'));

	expect(execution.status).toBe('success');
	expect(execution.output('Done')).toEqual([
		{ own: 'agent_quick', status: 'completed' },
		{ own: 'agent_quick_too', status: 'completed' },
	]);
	expect(execution.output('Not Done')).toEqual([{ own: 'agent_unreachable', status: 'failed' }]);
});

it("never lets $('Node').item name the input of another item", async () => {
	const execution = await flows().untilEnded(await flows().start('three-items.json'));

	const behind = [...execution.output('Done Paired'), ...execution.output('Not Done Paired')];
	expect(behind).toHaveLength(3);
	// Either it is the item's own input, or n8n said that it cannot tell and there is none.
	for (const { own, paired } of behind) expect([own, null, undefined]).toContain(paired);
});

it('sends all items by Not Done when all failed, and none by the error output', async () => {
	const execution = await flows().untilEnded(await flows().start('all-fail.json'));

	expect(execution.status).toBe('success');
	expect(execution.output('Not Done')).toMatchObject([
		{ status: 'failed', item: { json: { agent: 'agent_unreachable' } } },
		{ status: 'not_started', item: { json: { agent: 'agent_unknown' } } },
		{ status: 'failed', item: { json: { agent: 'agent_unreachable_too' } } },
	]);
	expect([execution.runs('Done'), execution.runs('Error')]).toEqual([0, 0]);
});
