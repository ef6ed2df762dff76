import type { ColumnMapping, TablePreview } from '../../api/types';
import { controlAttributes, Problems } from '../../forms/labelled';
import { Table } from '../../parts/table';
import { counted } from '../../words/words';

type FieldName = keyof TablePreview['columns'];

/** What a column can be. */
const FIELDS: ReadonlyArray<readonly [name: FieldName, words: string]> = [
	['question', 'Question'],
	['answer', 'Answer'],
	['key', 'Key'],
	['enabled', 'Enabled'],
	['title', 'Title of a text'],
	['content', 'Text'],
	['url', 'Address of a page'],
	['type', 'Kind of the row'],
];
/** Cells of a column that are shown, and their characters. */
const CELLS = 3;
const LONGEST = 120;
/** Of a title that the gateway takes as a name. */
const LONGEST_TITLE = 200;

export interface ColumnsTableProps {
	table: TablePreview;
	/** Sentences. */
	problems: readonly string[];
	/** @param columns all that are used */
	onColumns: (columns: ColumnMapping) => void;
}

/** Each column of the table with its first cells, and what it is. The reader's guess comes first. */
export function ColumnsTable({ table: { titles, columns, sample, rows }, problems, onColumns }: ColumnsTableProps) {
	const choose = (column: number, name: string) => {
		const others = Object.entries(columns).filter(([field, at]) => at !== column && field !== name);
		const all = name === '' ? others : [...others, [name, column] as const];
		onColumns(Object.fromEntries(all.map(([field, at]) => [field, nameOf(titles, at)])));
	};
	const about = { id: 'import-columns', label: 'Columns', help: '', isRequired: true, problems };
	return (
		<div
			id="import-columns"
			tabIndex={-1}
			role="group"
			aria-label="Columns"
			aria-describedby={controlAttributes(about)['aria-describedby']}
			data-wrong={problems.length > 0 ? true : undefined}
		>
			<h3>{`What the columns are (${counted(rows ?? 0, 'row')})`}</h3>
			<Problems {...about} />
			<Table columns={['Column', 'Is', 'First rows']} stacks>
				{titles.map((title, index) => (
					<tr key={index}>
						<td data-label="Column">{title === '' ? `Column ${index + 1}` : title}</td>
						<td data-label="Is">
							<select
								aria-label={`What the column ${title === '' ? index + 1 : title} is`}
								value={FIELDS.find(([name]) => columns[name] === index + 1)?.[0] ?? ''}
								onChange={({ currentTarget }) => choose(index + 1, currentTarget.value)}
							>
								<option value="">(not used)</option>
								{FIELDS.map(([name, words]) => (
									<option key={name} value={name}>
										{words}
									</option>
								))}
							</select>
						</td>
						<td data-label="First rows">
							<ul class="plain">
								{sample.slice(0, CELLS).map((cells, row) => (
									<li key={row}>{shortened(cells[index] ?? '')}</li>
								))}
							</ul>
						</td>
					</tr>
				))}
			</Table>
		</div>
	);
}

/** A title holds for a later file too, whose columns stand in another order. Without one there is only the number. */
function nameOf(titles: readonly string[], column: number): string | number {
	const title = titles[column - 1]?.trim() ?? '';
	const isClear =
		title !== '' && title.length <= LONGEST_TITLE && titles.filter((each) => each.trim() === title).length === 1;
	return isClear ? title : column;
}

function shortened(text: string): string {
	if (text === '') return '(empty)';
	return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}
