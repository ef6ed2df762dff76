import type { IDataObject } from 'n8n-workflow';
import { only } from '../output';

const FIELDS = [
	'id',
	'address',
	'name',
	'status',
	'isDefault',
	'aiEnabled',
	'receivingVerifiedAt',
	'lastReceivedAt',
	'testSentAt',
];

/** Which mailbox it is, and whether it works. */
export function simplifiedMailbox(mailbox: IDataObject): IDataObject {
	return only(mailbox, FIELDS);
}
