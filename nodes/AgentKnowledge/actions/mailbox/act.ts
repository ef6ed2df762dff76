import type { IDataObject } from 'n8n-workflow';
import type { MailboxAction } from '../../../../api';
import { rowOf } from '../../transport/row';
import { defineOperation, type ItemRun, type NodeOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';
import { sendsTestMail } from '../parameters/notice';

/** One of the nine actions of POST email (specification, part 4), and what the service answers, which is not shown. */
export async function act(
	{ api }: ItemRun,
	agentId: string,
	body: IDataObject & { action: MailboxAction },
): Promise<IDataObject> {
	return rowOf(await api.call('actOnMailbox', { params: { id: agentId }, body }));
}

interface PlainAction extends Pick<NodeOperation, 'value' | 'name' | 'action' | 'description'> {
	apiAction: MailboxAction;
}

/** An action that needs to know the mailbox alone. */
export function plainAction(action: PlainAction): NodeOperation {
	return actionWith(action, []);
}

/** An action that sends real mail; the editor says so. */
export function mailingAction(action: PlainAction): NodeOperation {
	return actionWith(action, [sendsTestMail]);
}

function actionWith({ apiAction, ...operation }: PlainAction, notices: Array<typeof sendsTestMail>): NodeOperation {
	return defineOperation({
		...operation,
		endpoints: ['actOnMailbox'],
		properties: [agentLocator, mailboxLocator, ...notices],
		execute: async (run, { agentId, mailboxId }) => [
			{ agentId, mailboxId, ...(await act(run, agentId, { action: apiAction, mailboxId })) },
		],
	});
}
