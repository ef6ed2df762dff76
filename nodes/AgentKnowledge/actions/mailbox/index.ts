import type { NodeResource } from '../operation';
import { activate } from './activate.operation';
import { check } from './check.operation';
import { create } from './create.operation';
import { deleteMailbox } from './delete.operation';
import { disconnect } from './disconnect.operation';
import { get } from './get.operation';
import { getAll } from './getAll.operation';
import { reconnect } from './reconnect.operation';
import { setMailFrom } from './setMailFrom.operation';
import { testForwarding } from './testForwarding.operation';
import { testSending } from './testSending.operation';
import { update } from './update.operation';

export const mailbox: NodeResource = {
	value: 'mailbox',
	name: 'Mailbox',
	defaultOperation: getAll.value,
	operations: [
		activate,
		check,
		create,
		deleteMailbox,
		disconnect,
		get,
		getAll,
		reconnect,
		setMailFrom,
		testForwarding,
		testSending,
		update,
	],
};
