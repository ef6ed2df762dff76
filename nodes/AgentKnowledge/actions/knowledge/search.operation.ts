import type { ItemRun } from '../operation';
import { rowOf } from '../../transport/row';
import { readableTrainingStatus } from '../agent/training-run';
import { defineOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';

const UNTRAINED =
	'The agent has not finished a training run yet, so its knowledge is empty. Train it (Agent > Retrain). Search again when Agent > Get Training Status shows the end of the run.';

export const search = defineOperation({
	value: 'search',
	name: 'Search',
	action: 'Search the knowledge of an agent',
	description:
		'Find the passages of an agent\'s knowledge that best match a query, with their pages. Costs no message credits. Returns one item, whose "items" is empty if nothing matches.',
	endpoints: ['searchKnowledge', 'getTrainingStatus'],
	properties: [
		agentLocator,
		{
			displayName: 'Query',
			name: 'query',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. How long does shipping take?',
			description: 'The query, in words or as a question',
		},
		{
			displayName: 'Limit',
			// Not "limit": n8n's lint then demands a default of 50, and the service gives at most 10.
			name: 'maxPassages',
			type: 'number',
			typeOptions: { minValue: 1, maxValue: 10, numberPrecision: 0 },
			default: 5,
			description: 'Max number of results to return',
		},
	],
	async execute(run, { agentId, query, maxPassages }) {
		const found = await run.api.call('searchKnowledge', {
			params: { id: agentId },
			query: { query, limit: maxPassages },
		});
		const hint = found.items.length === 0 ? await whyNothing(run, agentId) : undefined;
		return [{ ...rowOf(found), ...(hint === undefined ? {} : { hint }) }];
	},
});

/** An agent that has not finished training finds nothing (specification, part 3). That looks like a bad query. */
async function whyNothing({ api, context, itemIndex }: ItemRun, agentId: string): Promise<string | undefined> {
	const status = await readableTrainingStatus(api, agentId).catch(() => null);
	if (status?.canChat !== false) return undefined;
	context.addExecutionHints({ message: `Item ${itemIndex}: ${UNTRAINED}`, location: 'outputPane' });
	return UNTRAINED;
}
