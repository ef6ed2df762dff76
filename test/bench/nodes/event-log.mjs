// @ts-check
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson, textAt } from '../../../scripts/json.mjs';
import { waitUntil } from '../../../scripts/processes/wait-until.mjs';

/**
 * n8n writes down when each node of an execution starts and ends, to the millisecond, also when it keeps no data of the
 * execution. So the nodes that are compared are timed apart from the webhook and the counting that both flows have.
 */
export class N8nEventLog {
	/** @type {string} */
	#file;

	/** @param {string} userFolder of n8n */
	constructor(userFolder) {
		this.#file = join(userFolder, '.n8n', 'n8nEventLog.log');
	}

	/**
	 * From the start of the first of some nodes to the end of the last one, in the newest execution of a flow.
	 * @param {string} flow its name
	 * @param {readonly string[]} nodes their names
	 * @returns {Promise<number>} seconds
	 */
	secondsOf(flow, nodes) {
		return waitUntil(`n8n's record of ${flow}`, async () => {
			const ofFlow = (await this.#events()).filter(({ workflow }) => workflow === flow);
			const newest = ofFlow.at(-1)?.execution;
			const [started, finished] = ['n8n.node.started', 'n8n.node.finished'].map((wanted) =>
				ofFlow.filter(({ name, execution, node }) => name === wanted && execution === newest && nodes.includes(node)),
			);
			if (started?.length !== nodes.length || finished?.length !== nodes.length) return null;
			return (Math.max(...finished.map(({ at }) => at)) - Math.min(...started.map(({ at }) => at))) / 1000;
		});
	}

	async #events() {
		const lines = (await readFile(this.#file, 'utf8')).split('\n').filter((line) => line.includes('"n8n.node.'));
		return lines.map(parseJson).map((event) => ({
			name: textAt(event, 'eventName'),
			at: Date.parse(textAt(event, 'ts')),
			workflow: textAt(event, 'payload', 'workflowName'),
			execution: textAt(event, 'payload', 'executionId'),
			node: textAt(event, 'payload', 'nodeName'),
		}));
	}
}
