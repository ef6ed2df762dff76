import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isRecord, textOf } from '../../../gateway/gateway-responses';
import { getReview, sendDecision } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { given } from '../../task-types/task-type';
import { executionKey } from '../../items/execution-key';
import { forEachItem, type ItemData, type NodeOperation } from '../operation';
import { by, cc, content, decision, note, resumeAutoReplies, subject, to, version } from './decide-fields';
import { taskIdField } from './task-id';

const options = [by, note, resumeAutoReplies];

async function run(context: IExecuteFunctions, itemIndex: number): Promise<ItemData> {
	const read = new FieldReader(context, itemIndex, options);
	const id = read.text(taskIdField);
	const action = read.choice(decision);
	const hash = read.text(version);
	const body = given({
		action,
		hash,
		draft: action === 'edit' ? editedDraft(read, (await getReview(context, id, itemIndex))['draft']) : undefined,
		by: read.optionalText(by),
		note: read.optionalText(note),
		resumeAutoReplies: read.flag(resumeAutoReplies),
	});
	const request = { id, idempotencyKey: executionKey(context, itemIndex), itemIndex };
	return { json: { id, ...(await sendDecision(context, body, request)) } };
}

/** An empty field leaves its part of the draft unchanged. */
function editedDraft(read: FieldReader, draft: unknown): IDataObject {
	const now = isRecord(draft) ? draft : {};
	const recipients = read.list(to);
	const copies = read.list(cc);
	return {
		to: recipients.length > 0 ? recipients : textsOf(now['to']),
		cc: copies.length > 0 ? copies : textsOf(now['cc']),
		subject: read.optionalText(subject) ?? textOf(now['subject']),
		content: read.optionalText(content) ?? textOf(now['content']),
	};
}

function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.map(textOf) : [];
}

export const decide: NodeOperation = {
	value: 'decide',
	name: 'Decide',
	action: 'Decide on an email',
	description:
		'Approve, edit or reject an email that waits for approval, or settle one whose delivery is uncertain. The token needs the role decide.',
	properties: [taskIdField, version, decision, to, cc, subject, content],
	options,
	notForTools: true,
	execute: forEachItem(run),
};
