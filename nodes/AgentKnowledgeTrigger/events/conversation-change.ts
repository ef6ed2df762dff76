import type { IDataObject } from 'n8n-workflow';
import type { ChangedField } from '../memory/kept-record';
import { fieldsOf } from '../memory/record-fields';

export type ConversationChange = 'resolved' | 'reopened' | 'continued' | 'updated';

/** Words in names of fields that move when somebody says something. */
const OF_THE_TALK = /message|reply|replie|activity|^turns?$|^last/;
/** Words in names of fields that move with any change of the record. */
const OF_ANY_CHANGE = /updat|modif|chang|^edit/;
/** `lastName` is no field of the talk. */
const OF_A_PERSON = /^(last)?name$/;
/** Canonical JSON of values that say no. */
const NO: ReadonlySet<string> = new Set(['null', 'false', '0', '""', '"no"', '"false"', '"open"']);

/**
 * What happened to a conversation. The specification names the states `open` and `resolved`, for the filter of the list,
 * and no field. So a field of any name whose value is `resolved` counts as the state, and so does one whose name says
 * it, such as `resolvedAt`.
 * @param changed empty if only a hash shows that the record has changed
 */
export function conversationChange(changed: readonly ChangedField[]): ConversationChange {
	const was = changed.some(({ name, before }) => before !== undefined && isResolved({ name, text: before }));
	const is = changed.some(({ name, after }) => isResolved({ name, text: after }));
	if (is !== was) return is ? 'resolved' : 'reopened';
	return changed.some(({ name }) => isOfTheTalk(wordsOf(name))) ? 'continued' : 'updated';
}

/** For the editor's test, which has seen nothing before: what a change to the state of today would be. */
export function conversationSample(record: IDataObject): ConversationChange {
	return fieldsOf(record, () => false).some(isResolved) ? 'resolved' : 'continued';
}

function isOfTheTalk(words: readonly string[]): boolean {
	if (words.some((word) => OF_ANY_CHANGE.test(word) || OF_A_PERSON.test(word))) return false;
	return words.some((word) => OF_THE_TALK.test(word));
}

/** @param text canonical JSON */
function isResolved({ name, text }: { name: string; text: string }): boolean {
	if (text.toLowerCase() === '"resolved"') return true;
	const word = wordsOf(name).find((each) => each.includes('resolved'));
	if (word === undefined || text === 'null') return false;
	return word.includes('unresolved') === NO.has(text.toLowerCase());
}

/** Of a name in any style: `lastMessageAt`, `last_message_at`, `visitor.last-message`. In lower case. */
function wordsOf(name: string): string[] {
	const split = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
	return split.toLowerCase().match(/[a-z0-9]+/g) ?? [];
}
