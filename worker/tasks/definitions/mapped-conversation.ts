import { CONVERSATION_FORMS, type ConversationForm } from '../../../api';
import type { Destination } from '../../destinations';
import { Problem } from '../../problems/problem';

const SOURCE = /^conversation\.(extract|text|json)$/;

/**
 * Checks that leads bring what the destination maps of their conversation, and nothing in vain. Each form also has those
 * before it.
 * @throws Problem 422 that names the field
 */
export function checkMappedConversation(
	{ name, mapping, takesConversations = false }: Pick<Destination, 'name' | 'mapping' | 'takesConversations'>,
	conversation: 'none' | ConversationForm,
): void {
	const mapped = mapping.flatMap(({ field, source }) => {
		const [, form] = SOURCE.exec(source) ?? [];
		return form === undefined ? [] : [{ field, source, rank: rankOf(form) }];
	});
	const takesNone = !takesConversations && !mapping.some(({ source }) => source.startsWith('conversation.'));
	if (takesNone && conversation !== 'none')
		throw new Problem({
			type: 'conversation_not_taken',
			title: 'The destination takes nothing of the conversation',
			status: 422,
			detail: `Nothing was started. The destination "${name}" takes no part of a conversation, so the sync would read conversations that nobody gets. Add a field such as conversation.${conversation} to the destination, or choose none as conversation.`,
			issues: [{ path: 'conversation', message: `is ${conversation}, but the destination takes none` }],
		});
	const most = mapped.toSorted((one, other) => other.rank - one.rank)[0];
	if (most === undefined || most.rank <= rankOf(conversation)) return;
	const form = CONVERSATION_FORMS[most.rank] ?? '';
	throw new Problem({
		type: 'conversation_not_read',
		title: 'The destination takes more of the conversation than the sync reads',
		status: 422,
		detail: `Nothing was started. The destination "${name}" maps ${most.source} to ${most.field}. Choose ${form} as conversation, or remove that field from the destination.`,
		issues: [{ path: 'conversation', message: `is ${conversation}, but the destination needs ${form}` }],
	});
}

/**
 * Checks that a conversation can be written again after it has ended.
 * @param destination null: a flow
 * @throws Problem 422 that names the field
 */
export function checkAtOnce(
	destination: Pick<Destination, 'name' | 'updateConversations'> | null,
	conversation: 'none' | ConversationForm,
): void {
	const title = 'Leads cannot come at once and again later';
	if (conversation === 'none')
		throw new Problem({
			type: 'conversation_not_read',
			title,
			status: 422,
			detail:
				'Nothing was started. Leads without their conversation always come at once. Choose a conversation, or remove atOnce.',
			issues: [{ path: 'atOnce', message: 'is true, but conversation is none' }],
		});
	if (destination?.updateConversations !== undefined) return;
	const whose = destination === null ? 'A flow' : `The destination "${destination.name}"`;
	throw new Problem({
		type: 'conversation_not_updated',
		title,
		status: 422,
		detail: `Nothing was started. ${whose} gets each lead once and cannot update it. Remove atOnce, so that a lead comes after its conversation, or choose a destination of the type postgresql or hubspot.`,
		issues: [{ path: 'atOnce', message: 'is true, but the destination cannot update leads' }],
	});
}

/** -1: none. */
function rankOf(form: string): number {
	return CONVERSATION_FORMS.findIndex((each) => each === form);
}
