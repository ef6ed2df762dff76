import type { IDataObject, IExecuteFunctions } from 'n8n-workflow';
import { isRecord, textOf } from '../../../gateway/gateway-responses';
import { getReview, sendDecision } from '../../../gateway/task-actions';
import { FieldReader } from '../../fields/field-reader';
import { given } from '../../task-types/task-type';
import { executionKey } from '../../items/execution-key';
import { forEachWrite } from '../for-each-write';
import type { ItemData, NodeOperation } from '../operation';
import {
	by,
	cc,
	content,
	decision,
	despiteStopped,
	keep,
	note,
	resumeAutoReplies,
	subject,
	to,
	version,
} from './decide-fields';
import { readTaskId, taskIdField } from './task-id';

const options = [by, despiteStopped, note, resumeAutoReplies];

interface Request {
	id: string;
	body: IDataObject & { action: string };
	edits: Edits;
}

/** What a person changed. An empty field leaves its part of the draft unchanged. */
interface Edits {
	recipients: string[];
	copies: string[];
	subject: string | undefined;
	content: string | undefined;
}

function readItem(context: IExecuteFunctions, itemIndex: number): Request {
	const read = new FieldReader(context, itemIndex, options);
	const id = readTaskId(read);
	const action = read.choice(decision);
	const hash = read.text(version);
	const more = given({
		by: read.optionalText(by),
		note: read.optionalText(note),
		resumeAutoReplies: read.flag(resumeAutoReplies),
		...(read.flag(despiteStopped) && { despiteStopped: true }),
	});
	const kept = action === 'approve' ? read.list(keep) : [];
	const keeping = kept.length === 0 ? {} : { keep: kept };
	return { id, body: { action, hash, ...keeping, ...more }, edits: action === 'edit' ? readEdits(read) : NO_EDITS };
}

const NO_EDITS: Edits = { recipients: [], copies: [], subject: undefined, content: undefined };

function readEdits(read: FieldReader): Edits {
	return {
		recipients: read.list(to),
		copies: read.list(cc),
		subject: read.optionalText(subject),
		content: read.optionalText(content),
	};
}

async function send(context: IExecuteFunctions, { id, body, edits }: Request, itemIndex: number): Promise<ItemData> {
	if (body.action === 'edit') body['draft'] = editedDraft(edits, (await getReview(context, id, itemIndex))['draft']);
	const request = { id, idempotencyKey: executionKey(context, itemIndex), itemIndex };
	return { json: { id, ...(await sendDecision(context, body, request)) } };
}

function editedDraft(edits: Edits, draft: unknown): IDataObject {
	const now = isRecord(draft) ? draft : {};
	return {
		to: edits.recipients.length > 0 ? edits.recipients : textsOf(now['to']),
		cc: edits.copies.length > 0 ? edits.copies : textsOf(now['cc']),
		subject: edits.subject ?? textOf(now['subject']),
		content: edits.content ?? textOf(now['content']),
	};
}

function textsOf(value: unknown): string[] {
	return Array.isArray(value) ? value.map(textOf) : [];
}

export const decide: NodeOperation = {
	value: 'decide',
	name: 'Decide',
	action: 'Decide on an email or a plan',
	description:
		'Approve, edit or reject an email that waits for approval, settle one whose delivery is uncertain, or decide on the plan of a set of knowledge. The token needs the role decide.',
	properties: [taskIdField, version, decision, keep, to, cc, subject, content],
	options,
	notForTools: true,
	execute: forEachWrite({ read: readItem, send }),
};
