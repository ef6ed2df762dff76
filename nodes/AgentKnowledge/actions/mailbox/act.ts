import type { IDataObject } from 'n8n-workflow';
import type { Mailbox, MailboxAction } from '../../../../api';
import type { Api } from '../../transport/api';
import { lacksScope } from '../../transport/api-failure';
import { rowOf } from '../../transport/row';
import { writeOnce } from '../../transport/write-once';
import { auditedRow } from '../audited-row';
import { defineOperation, type ItemRun, type NodeOperation } from '../operation';
import { agentLocator } from '../parameters/agent-locator';
import { mailboxLocator } from '../parameters/mailbox-locator';
import { sendsTestMail } from '../parameters/notice';
import { settleOptions, settleTime } from '../parameters/settle-time';

/** One of the nine actions of POST email (specification, part 4). The specification does not show the response. */
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

/** An action whose only parameter is the mailbox. */
export function plainAction(action: PlainAction): NodeOperation {
	return actionWith(action, []);
}

/**
 * An action that changes the mailbox's status, and that somebody may have undone since. So after a lost response it
 * repeats only if the status is the same as before. The specification does not show the new status (part 3), so any
 * other status counts as done.
 */
export function movingAction({ apiAction, ...operation }: PlainAction): NodeOperation {
	return defineOperation({
		...operation,
		endpoints: ['actOnMailbox', 'listMailboxes'],
		properties: [agentLocator, mailboxLocator, settleOptions],
		async execute(run, { agentId, mailboxId, options }) {
			const { api } = run;
			const body = { action: apiAction, mailboxId };
			const find = (mailboxes: Mailbox[]) => mailboxes.find(({ id }) => id === mailboxId);
			const before = find(await readableMailboxes(api, agentId))?.status;
			const { result, audit } = await writeOnce<IDataObject>(api, {
				settleMs: (options.settleSeconds ?? settleTime.default) * 1000,
				send: async () => rowOf(await api.call('actOnMailbox', { params: { id: agentId }, body, once: true })),
				look: async () => {
					const mailbox = find((await api.call('listMailboxes', { params: { id: agentId } })).mailboxes);
					const hasMoved = before !== undefined && mailbox !== undefined && mailbox.status !== before;
					return hasMoved ? [{ mailbox }] : [];
				},
			});
			return [auditedRow(run, { agentId, mailboxId, ...result }, audit)];
		},
	});
}

/** The mailboxes before a write. @returns an empty list if the key lacks read:email */
export async function readableMailboxes(api: Api, agentId: string): Promise<Mailbox[]> {
	const list = await api.call('listMailboxes', { params: { id: agentId } }).catch((error: unknown) => {
		if (lacksScope(error)) return { mailboxes: [] };
		throw error;
	});
	return list.mailboxes;
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
