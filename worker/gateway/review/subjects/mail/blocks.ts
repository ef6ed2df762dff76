import { hiddenIn } from '../../../../../api';
import type { Draft } from '../../../../../workflows/email/contract';
import type { MailView } from '../../../../../workflows/email/review-contract';
import type { Connections } from '../../../../connections';
import { Problem } from '../../../../problems/problem';
import type { Block, Field } from '../../blocks';

/** The mail just as it would go out. */
export function mailBlocks({ draft, sender }: MailView): Block[] {
	if (draft === null) return [];
	return [
		{ kind: 'fields', fields: [fromField(sender), ...recipientFields(draft)] },
		{ kind: 'text', title: 'Text', text: draft.content },
		...signatureBlocks(sender),
		...hiddenBlocks(draft),
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

const MOST_NAMED = 5;

/** The mail is sent as it is, also what is hidden: words for machines, or a text that reads otherwise than it is. */
function hiddenBlocks({ subject, content }: Draft): Block[] {
	const hidden = hiddenIn(`${subject}\n${content}`.replaceAll('\r\n', '\n'));
	if (hidden.length === 0) return [];
	const named = `${hidden.slice(0, MOST_NAMED).join(', ')}${hidden.length > MOST_NAMED ? ' and others' : ''}`;
	const text = `This mail has hidden characters: ${named}. They would be sent with it. If you do not know why, reject the mail, or type its text again.`;
	return [{ kind: 'note', text }];
}

/** What was said before. */
export async function conversationBlocks(
	{ connection, sessionId }: MailView,
	connections: Connections,
): Promise<Block[]> {
	const block = { kind: 'messages', title: 'Conversation so far' } as const;
	if (sessionId === null) return [{ ...block, messages: [], none: NO_MESSAGES }];
	try {
		const messages = await connections.get(connection).transcript(sessionId.replace(/^email:/, ''));
		return [{ ...block, messages, none: NO_MESSAGES }];
	} catch (error) {
		if (!(error instanceof Problem)) throw error;
		return [{ ...block, messages: null, none: `It could not be read. ${error.detail}` }];
	}
}

const NO_MESSAGES = 'None. This mail starts the conversation.';
