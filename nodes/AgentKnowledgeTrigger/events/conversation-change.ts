import type { IDataObject } from 'n8n-workflow';
import type { ChangedField } from '../memory/kept-record';
import { fieldsOf } from '../memory/record-fields';

export type ConversationChange = 'resolved' | 'reopened' | 'continued' | 'updated';

/** Fields that move when somebody says something. */
const OF_THE_TALK = /message|repl(y|ie)|turn|activity|last/i;
/** Fields that move with any change of the record. */
const OF_ANY_CHANGE = /updat|modif|chang|edit/i;

/**
 * What happened to a conversation. The specification names the states `open` and `resolved`, for the filter of the list,
 * and no field. So a field of any name whose value is `resolved` counts as the state, and so does one whose name says
 * it, such as `resolvedAt`.
 */
export function conversationChange(changed: readonly ChangedField[], record: IDataObject): ConversationChange {
	if (changed.length === 0) return fieldsOf(record, () => false).some(isResolved) ? 'resolved' : 'continued';
	const was = changed.some(({ name, before }) => before !== undefined && isResolved({ name, text: before }));
	const is = changed.some(({ name, after }) => isResolved({ name, text: after }));
	if (is !== was) return is ? 'resolved' : 'reopened';
	return changed.some(({ name }) => OF_THE_TALK.test(name) && !OF_ANY_CHANGE.test(name)) ? 'continued' : 'updated';
}

/** @param text canonical JSON */
function isResolved({ name, text }: { name: string; text: string }): boolean {
	if (text.toLowerCase() === '"resolved"') return true;
	return /resolved/i.test(name) && !['null', 'false', '""', '0'].includes(text);
}
