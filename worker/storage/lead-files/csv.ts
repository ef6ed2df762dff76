import type { ConversationForm } from '../../../api';
import type { Spreadsheet } from '../../../workflows/task/export-contract';
import { csvDialect } from '../tables/csv-dialect';
import type { LeadGroup } from './chunk';
import type { RowsOf } from './new-chunk';
import { columnsOf } from './columns';
import { type FieldColumns, isSame } from './field-names';

/** What opens the file, and what leads bring of their conversation. */
interface TableForm {
	spreadsheet: Spreadsheet;
	conversation?: ConversationForm | undefined;
}

export async function* csvOf(
	leads: AsyncIterable<LeadGroup>,
	fields: FieldColumns,
	{ spreadsheet, conversation }: TableForm,
	onShared: () => void,
): AsyncGenerator<string | Buffer> {
	yield csvDialect(spreadsheet).head(columnsOf(fields, undefined, conversation).map(({ title }) => title));
	const rowsOf = csvRows({ spreadsheet, conversation }, onShared)(fields);
	for await (const { rows, fields: theirs, leads: some } of leads)
		yield rows !== null && isSame({ names: theirs, hasShared: false }, fields) ? rows : rowsOf(some());
}

/** Rows without titles. */
export function csvRows({ spreadsheet, conversation }: TableForm, onShared?: () => void): RowsOf {
	const dialect = csvDialect(spreadsheet);
	return (fields) => {
		const columns = columnsOf(fields, onShared, conversation);
		const titles = columns.map(({ title }) => title);
		return (leads) =>
			dialect.lines(
				titles,
				leads.map((lead) => columns.map(({ cell }) => cell(lead))),
			);
	};
}
