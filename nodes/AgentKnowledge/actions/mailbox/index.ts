import type { NodeResource } from '../operation';
import { activate } from './activate.operation';
import { check } from './check.operation';
import { create } from './create.operation';
import { deleteMailbox } from './delete.operation';
import { disconnect } from './disconnect.operation';
import { get } from './get.operation';
import { getMany } from './get-many.operation';
import { reconnect } from './reconnect.operation';
import { setMailFrom } from './set-mail-from.operation';
import { testForwarding } from './test-forwarding.operation';
import { testSending } from './test-sending.operation';
import { update } from './update.operation';

export const mailbox: NodeResource = {
	value: 'mailbox',
	name: 'Mailbox',
	defaultOperation: getMany.value,
	operations: [
		activate,
		check,
		create,
		deleteMailbox,
		disconnect,
		get,
		getMany,
		reconnect,
		setMailFrom,
		testForwarding,
		testSending,
		update,
	],
};
