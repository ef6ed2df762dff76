import type { NodeHint } from 'n8n-workflow';
import { itemByItem } from '../waiting/wait-fields';
import { waitsNow } from './expressions';

/** Static texts above the node's output. n8n evaluates the conditions in the editor, and in it alone. */

const WHERE =
	'<a href="https://github.com/agent-knowledge/n8n-nodes-agent-knowledge/tree/main/task-nodes#where-a-wait-is-shown" target="_blank">Where a wait is shown</a>';

/** Undefined without input items; `$input` would throw. */
const HAS_INPUT = '$thisItem !== undefined';

/** All items are one task. */
const IS_SET = '($parameter["operation"] === "keepInStep")';

/**
 * n8n's list of executions shows a node that waits as one that has input and did not run, and nothing that the node says
 * of itself but its hints.
 */
export const hints: NodeHint[] = [
	{
		message: `In the list of executions, n8n shows no output of a node that waits. The link to the review or the task is in the gateway's console, and in the execution's highlighted data. ${WHERE}`,
		displayCondition: `={{ ${waitsNow} && ${HAS_INPUT} }}`,
		whenToDisplay: 'beforeExecution',
		location: 'outputPane',
	},
	{
		message: `The flow continues when the tasks of all items have ended. It can also ${itemByItem}.`,
		displayCondition: `={{ ${waitsNow} && ${HAS_INPUT} && !${IS_SET} && $input.all().length > 1 }}`,
		location: 'outputPane',
	},
];
