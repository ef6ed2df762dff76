import type { Draft } from '../../../../../workflows/email/contract';
import type { MailView } from '../../../../../workflows/email/review-contract';
import { mailWarnings } from '../../../../tasks/subjects';
import type { Block, Field } from '../../blocks';

/** The mail just as it would go out. */
export function mailBlocks({ draft, sender }: MailView): Block[] {
	if (draft === null) return [];
	return [
		{ kind: 'fields', fields: [fromField(sender), ...recipientFields(draft)] },
		{ kind: 'text', title: 'Text', text: draft.content },
		...signatureBlocks(sender),
		...mailWarnings(draft).map((text): Block => ({ kind: 'note', text })),
	];
}

/** Which mail a page is about. */
export function envelopeBlocks({ draft, sender }: MailView): Block[] {
	return draft === null ? [] : [{ kind: 'fields', fields: [fromField(sender), ...recipientFields(draft)] }];
}

export function senderBlocks({ sender }: MailView): Block[] {
	return [{ kind: 'fields', fields: [fromField(sender)] }];
}

export function signatureBlocks(sender: MailView['sender']): Block[] {
	if (!sender?.signature) return [];
	const label = 'Signature of the mailbox, below every mail:';
	return [{ kind: 'text', label, text: sender.signature, isSoft: true }];
}

function fromField(sender: MailView['sender']): Field {
	return { label: 'From', value: sender?.address ?? 'unknown' };
}

function recipientFields({ to, cc, subject }: Omit<Draft, 'content'>): Field[] {
	return [
		{ label: 'To', value: to.join(', ') },
		{ label: 'CC', value: cc.length === 0 ? 'None' : cc.join(', ') },
		{ label: 'Subject', value: subject, isStrong: true },
	];
}
