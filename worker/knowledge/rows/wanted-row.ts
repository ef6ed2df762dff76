import { wantedRowSchema } from '../../../workflows/knowledge-sync/wanted-row-contract';
import { fieldIssues, issueText } from '../../problems/validation';
import type { Place, ReadItem, RowProblem } from './read-item';

/** The fields that a row of each type has. `key` is a field of all. */
const FIELDS_OF = {
	qa: ['question', 'answer', 'enabled'],
	text: ['title', 'content'],
	page: ['url'],
	file: ['filename'],
} as const;
type RowType = keyof typeof FIELDS_OF;
const TYPES: readonly RowType[] = ['qa', 'text', 'page', 'file'];

/** Checks the fields of a row. A row without a type gets the only one that its fields fit. */
export function readItemOf(fields: Readonly<Record<string, unknown>>, place: Place): ReadItem {
	const problems: RowProblem[] = [];
	const type = fields['type'] ?? typeOf(fields, problems);
	if (problems.length > 0) return { kind: 'refused', place, problems };
	const { success, data, error } = wantedRowSchema.safeParse({ ...fields, type }, { error: issueText });
	if (success) return { kind: 'wanted', place, row: data };
	return { kind: 'refused', place, problems: error.issues.flatMap(problemsOf) };
}

function problemsOf(issue: Parameters<typeof fieldIssues>[0]): RowProblem[] {
	return fieldIssues(issue, 'is not a field of this type of row').map(({ path, message }) => ({
		field: path.length === 0 ? null : path.map(String).join('.'),
		reason: message,
	}));
}

function typeOf(fields: Readonly<Record<string, unknown>>, problems: RowProblem[]): RowType | undefined {
	const fitting = TYPES.map((type) => ({ type, first: FIELDS_OF[type].find((field) => fields[field] !== undefined) }));
	const [one, other] = fitting.filter(({ first }) => first !== undefined);
	if (one === undefined)
		problems.push({ field: null, reason: 'has no question, title, url or filename, so that its type is unknown' });
	else if (other !== undefined)
		problems.push({
			field: other.first ?? null,
			reason: `and ${one.first} belong to different types of rows. Keep one of them, or write the type into a column`,
		});
	return one?.type;
}
