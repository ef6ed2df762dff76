import type { Step, StepReason } from './plan';
import { NAME_FIELDS, type NameField } from './row-key';

/** The field that a person changes, and why, in words that follow the name of the field. */
export interface StepWords {
	field: 'key' | NameField;
	message: string;
}

/** Why a step does not do what its row wants; null if nothing speaks against it. */
export function stepInWords({ kind, type, reason, asks, id, inTheWay }: Step): StepWords | null {
	if (reason === null) return null;
	if (!asks && reason !== 'unread' && !['conflict', 'drifted', 'kept'].includes(kind)) return null;
	return {
		field: reason === 'type_changed' ? 'key' : NAME_FIELDS[type],
		message: wordsOf(reason, inTheWay ?? id, kind),
	};
}

function wordsOf(reason: StepReason, id: number | null, kind: Step['kind']): string {
	const item = id === null ? 'an item' : `item ${id}`;
	switch (reason) {
		case 'exists':
			return `is that of ${item}, which the set did not add. Adopt it (existing: adopt), or delete it by hand`;
		case 'exists_twice':
			return `is that of several items that the set did not add, one of them ${item}. Delete all but one of them by hand`;
		case 'other_set':
			return `is that of ${item}, which another set of the agent owns. Remove the row from one of the sets`;
		case 'media':
			return `is that of ${item}, which has images or video. Only the dashboard can change it`;
		case 'type_changed':
			return `stands for ${item}, which has another type. Give the row a new key`;
		case 'perhaps_doubled':
			return 'is that of several items, because the response to an addition was lost. Delete all but one of them by hand';
		case 'drift':
			return `is that of ${item}, which a person changed since the last sync`;
		case 'failed':
			return `is that of ${item}, which the service could not read`;
		case 'mode_add':
			return `is that of ${item}, which no row wants. It stays, because the mode is add`;
		case 'person':
			return id === null
				? 'stands for an item that a person decided not to add'
				: `is that of ${item}, and a person decided that it stays as it is`;
		case 'adopted':
			if (kind === 'kept')
				return `is that of ${item}, which no row wants. It stays, because another hand made it and the mode is own`;
			return kind === 'conflict'
				? `stands for ${item}, which the set took over, and would delete. In this mode it deletes nothing that another hand made. Delete it by hand`
				: `is that of ${item}, which the set took over. It is deleted only if a person approves it`;
		case 'unread':
			return `is that of ${item}, which the set takes over as it is, because nobody can read what a file says. A later sync replaces it, if a person approves it`;
		case 'faulty_rows':
			return `is that of ${item}, which no row wants. It stays, because a row that could not be read may stand for it`;
	}
}
