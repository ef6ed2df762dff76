import { rowOf } from '../../transport/row';
import { defineOperation } from '../operation';
import { shapeOf } from '../output';
import { agentLocator } from '../parameters/agent-locator';
import { outputShape } from '../parameters/output-shape';
import { simplifiedMailbox } from './simplified';

export const getMany = defineOperation({
	value: 'getAll',
	name: 'Get Many',
	action: 'Get mailboxes and allowance',
	description:
		'Get the mailboxes of an agent, the email allowance of the plan and its use, and the available tools, in one item',
	endpoints: ['listMailboxes'],
	properties: [agentLocator, ...outputShape],
	async execute(run, { agentId, ...wanted }) {
		const shape = shapeOf(run, wanted, simplifiedMailbox);
		const { mailboxes, ...more } = await run.api.call('listMailboxes', { params: { id: agentId } });
		return [{ agentId, mailboxes: mailboxes.map(shape), ...rowOf(more) }];
	},
});
