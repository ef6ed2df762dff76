import type { NodeParameterValueType } from 'n8n-workflow';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import '../../support/nodes/patient-expressions';
import { flowOf } from '../../support/task-nodes/flow';

type Parameters = Record<string, NodeParameterValueType>;
const { outputs, subtitle = '', waitingNodeTooltip = '' } = new AgentKnowledgeTask().description;
const agentId = { __rl: true, mode: 'list', value: 'agent_support', cachedResultName: 'Support' };

async function evaluated(expression: string, parameters: Parameters, resumeUrl = ''): Promise<unknown> {
	const workflow = flowOf({ items: [], parameters });
	await workflow.expression.acquireIsolate();
	const node = workflow.getNode('Task');
	if (node === null) throw new Error('The flow has no node Task.');
	return workflow.expression.getSimpleParameterValue(node, expression, 'internal', {
		$execution: { id: '7', mode: 'test', resumeUrl, resumeFormUrl: '' },
	});
}

const outputsOf = async (parameters: Parameters) => {
	const found = (await evaluated(outputs as string, parameters)) as Array<{ displayName?: string }>;
	return found.map(({ displayName }) => displayName);
};

it.each<[Parameters, Array<string | undefined>]>([
	[{ resource: 'agent', operation: 'retrain' }, ['Done', 'Not Done']],
	[{ resource: 'agent', operation: 'retrain', waitForEnd: false }, [undefined]],
	[{ resource: 'agent', operation: 'retrainMany' }, ['Done', 'Not Done']],
	[{ resource: 'email', operation: 'sendAfterApproval' }, ['Done', 'Not Done']],
	[{ resource: 'lead', operation: 'export' }, ['Done', 'Not Done']],
	[{ resource: 'lead', operation: 'sync' }, [undefined]],
	[{ resource: 'source', operation: 'addMany' }, ['Done', 'Not Done']],
	[{ resource: 'schedule', operation: 'retrainNightly' }, [undefined]],
	[{ resource: 'task', operation: 'wait' }, ['Done', 'Not Done']],
	[{ resource: 'task', operation: 'get' }, [undefined]],
])('%j has the outputs %j', async (parameters, expected) => {
	expect(await outputsOf(parameters)).toEqual(expected);
});

it('the subtitle names the agent where there is one, and the operation otherwise', async () => {
	expect(await evaluated(subtitle, { resource: 'agent', operation: 'retrain', agentId })).toBe('agent_support');
	expect(await evaluated(subtitle, { resource: 'lead', operation: 'export' })).toBe('Export to a File');
});

it.each([
	['tasks#task=one', 'The execution continues', 'Look at the tasks'],
	['tasks#', 'The execution continues', 'Look at the tasks'],
	['tasks#review=one', 'A person decides', 'Review the email'],
	['#waiting', 'A person decides', 'Review the email'],
])('links %s while it waits', async (path, begin, text) => {
	const page = `https://tasks.example/${path}`;
	const said = await evaluated(waitingNodeTooltip, {}, page);
	expect(said).toMatch(new RegExp(`^${begin}.*\\. <a href="`));
	expect(said).toContain(`<a href="${page}" target="_blank">${text}</a>`);
});

it("never shows n8n's own resume URL while it waits", async () => {
	expect(await evaluated(waitingNodeTooltip, {}, 'https://n8n.example/webhook-waiting/7')).not.toContain('n8n');
});
