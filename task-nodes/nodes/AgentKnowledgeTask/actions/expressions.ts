import type { Waiting } from './operation';
import { resources } from './registry';

/** Expressions that n8n evaluates in the editor: the subtitle, the outputs, and the tooltip of a node that waits. */

const operations = resources.flatMap((resource) => resource.operations.map((operation) => ({ resource, operation })));

/** Names of operations by `<resource>.<operation>`. */
const NAMES = JSON.stringify(
	Object.fromEntries(operations.map(({ resource, operation }) => [keyOf(resource, operation), operation.name])),
);

const CHOSEN = '$parameter["resource"] + "." + $parameter["operation"]';

/**
 * The agent, because n8n names a new node by its operation; without one, the operation. n8n gives an expression the
 * agent's ID, never its name.
 */
export const subtitle = `={{ $parameter["agentId"] || (${NAMES})[${CHOSEN}] }}`;

const withSwitch = keysOf('if switched on');
const always = keysOf('always');

/** Names of the two outputs by `<resource>.<operation>`. */
const OUTPUTS = JSON.stringify(
	Object.fromEntries(
		operations.flatMap(({ resource, operation }) =>
			operation.waits === undefined ? [] : [[keyOf(resource, operation), operation.waits.outputs]],
		),
	),
);
const TWO = `(${OUTPUTS})[${CHOSEN}].map((displayName) => ({ type: "main", displayName }))`;

/** Whether the node waits with its parameters; without the marks of an expression. */
export const waitsNow = `(${always}.includes(${CHOSEN}) || (${withSwitch}.includes(${CHOSEN}) && $parameter["waitForEnd"] !== false))`;

/** Two outputs if the node waits. */
export const outputs: `={{${string}}}` = `={{ ${waitsNow} ? ${TWO} : [{ type: "main" }] }}`;

const PAGE = '$execution.resumeUrl';
const REVIEW = `/#(review=|waiting)/.test(${PAGE})`;
const REVIEW_SAYS = '"A person decides on the email. The execution continues when it was delivered or rejected."';
const TASK_SAYS = '"The execution continues when the tasks have ended."';
const LINK = `" <a href=\\"" + ${PAGE} + "\\" target=\\"_blank\\">" + (${REVIEW} ? "Review the email" : "Look at the tasks") + "</a>"`;

/** HTML. `$execution.resumeUrl` is the page that `waitFor` stores in the metadata of the node's run. */
export const waitingNodeTooltip = `={{ (${REVIEW} ? ${REVIEW_SAYS} : ${TASK_SAYS}) + (${PAGE}.includes("#") ? ${LINK} : "") }}`;

function keysOf(when: Waiting['when']): string {
	const waiting = operations.filter(({ operation }) => operation.waits?.when === when);
	return JSON.stringify(waiting.map(({ resource, operation }) => keyOf(resource, operation)));
}

function keyOf(resource: { value: string }, operation: { value: string }): string {
	return `${resource.value}.${operation.value}`;
}
