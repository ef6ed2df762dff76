import type { INodeExecutionData, NodeParameterValueType } from 'n8n-workflow';
import { createRunExecutionData } from 'n8n-workflow';
import { AgentKnowledgeTask } from '../../../task-nodes/nodes/AgentKnowledgeTask/AgentKnowledgeTask.node';
import '../../support/nodes/patient-expressions';
import { flowOf } from '../../support/task-nodes/flow';

const { hints = [] } = new AgentKnowledgeTask().description;

/** The hints whose conditions hold, as the editor evaluates them. @param count of the items that reach the node */
async function shown(parameters: Record<string, NodeParameterValueType>, count: number): Promise<string[]> {
	const workflow = flowOf({ items: [], parameters });
	await workflow.expression.acquireIsolate();
	const input: INodeExecutionData[] = Array.from({ length: count }, (_, number) => ({ json: { number } }));
	return hints.flatMap(({ message, displayCondition = '' }) => {
		const data = createRunExecutionData();
		const holds = workflow.expression.getParameterValue(displayCondition, data, 0, 0, 'Task', input, 'manual', {});
		expect(holds).toBeTypeOf('boolean');
		return holds === true ? [message.slice(0, 'The flow conti'.length)] : [];
	});
}

const HIDDEN = 'In the list of';
const TOGETHER = 'The flow conti';
const email = { resource: 'email', operation: 'sendAfterApproval' };

it.each<[Record<string, NodeParameterValueType>, number, string[]]>([
	[email, 0, []],
	[email, 1, [HIDDEN]],
	[email, 2, [HIDDEN, TOGETHER]],
	[{ ...email, waitForEnd: false }, 2, []],
	[{ resource: 'task', operation: 'wait' }, 2, [HIDDEN, TOGETHER]],
	[{ resource: 'knowledge', operation: 'keepInStep' }, 2, [HIDDEN]],
	[{ resource: 'task', operation: 'get' }, 2, []],
	[{ resource: 'lead', operation: 'sync' }, 2, []],
])('with %j and %i items the editor shows %j', async (parameters, count, expected) => {
	expect(await shown(parameters, count)).toEqual(expected);
});

it('says that the node shows no output only where n8n shows it as one that did not run', () => {
	const places = hints.map(({ message, whenToDisplay = 'always' }) => [message.startsWith(HIDDEN), whenToDisplay]);
	expect(places).toEqual([
		[true, 'beforeExecution'],
		[false, 'always'],
	]);
});
