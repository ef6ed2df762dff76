import type { INodeExecutionData } from 'n8n-workflow';
import { type RunOptions, itemsOf } from '../../../support/nodes/agent-knowledge';
import type { NodeResult } from '../../../support/nodes/run-node';
import { AGENT, NO_SETTLING } from '../matrix/sample';
import type { World } from '../matrix/world';

const FIELDS = {
	qaPair: {
		question: '={{ $json.question }}',
		answer: '={{ $json.answer }}',
		additionalFields: { enabled: '={{ $json.enabled }}' },
	},
	source: { title: '={{ $json.title }}', content: '={{ $json.content }}' },
};

/** So many questions with their answers. */
export function questions(count: number): Array<{ question: string; answer: string }> {
	return Array.from({ length: count }, (_, index) => ({
		question: `What is number ${index}?`,
		answer: `It is ${index}.`,
	}));
}

/** The operation Create or Update of one agent, row by row. */
export class Upsert {
	readonly path: string;

	constructor(
		private readonly world: World,
		private readonly resource: keyof typeof FIELDS,
		readonly agent: string,
	) {
		this.path = `/agents/${encodeURIComponent(agent)}/${resource === 'qaPair' ? 'qa-pairs' : 'sources'}`;
	}

	async run(rows: INodeExecutionData['json'][], options: RunOptions = {}): Promise<NodeResult> {
		const items = itemsOf(...rows.map((row) => ({ agent: this.agent, ...row })));
		const fields = { ...AGENT, ...FIELDS[this.resource], ...NO_SETTLING };
		return await this.world.node.run(this.resource, this.resource === 'qaPair' ? 'upsert' : 'upsertText', fields, {
			items,
			...options,
		});
	}

	/** What the run gave, and how many requests of each kind it took. */
	async counted(rows: INodeExecutionData['json'][], options: RunOptions = {}) {
		const sent: string[] = [];
		const onRequest: RunOptions['onRequest'] = ({ method = '', url }) => {
			const isOne = /\/\d+$/.test(new URL(url).pathname);
			sent.push(method === 'GET' && isOne ? 'GET one' : method);
		};
		const result = await this.run(rows, { ...options, onRequest });
		const count = (kind: string) => sent.filter((one) => one === kind).length;
		return {
			...result,
			outcomes: result.rows.map(({ outcome }) => outcome),
			lists: count('GET'),
			details: count('GET one'),
			creates: count('POST'),
			updates: count('PATCH'),
		};
	}
}
