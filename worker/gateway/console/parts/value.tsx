import { isMoment, span } from '../words/times';
import { humanised } from '../words/words';
import { Table } from './table';
import { At } from './times';

/** A value of a task's input or result, for people: fields as a list, rows as a table. */
export function Value({ value }: { value: unknown }) {
	if (value === null || value === undefined) return 'none';
	if (typeof value === 'boolean') return value ? 'yes' : 'no';
	if (typeof value === 'number') return value.toLocaleString('en');
	if (typeof value === 'string') return isMoment(value) ? <At at={value} /> : value;
	if (Array.isArray(value)) return <Items items={value as unknown[]} />;
	return <Fields fields={Object.entries(value)} />;
}

/** Named values. Of a field such as `timeoutSeconds`, the duration. */
export function Fields({ fields }: { fields: Array<[name: string, value: unknown]> }) {
	const told = fields.filter(isTold);
	if (told.length === 0) return 'none';
	return (
		<dl>
			{told.map(([name, value]) => (
				<Field key={name} name={name} value={value} />
			))}
		</dl>
	);
}

/** What is not there means nothing to people, and a file's link is the button that downloads it. */
function isTold([name, value]: [name: string, value: unknown]): boolean {
	if (value === null || value === undefined || value === '' || name === 'link') return false;
	return !Array.isArray(value) || value.length > 0;
}

function Field({ name, value }: { name: string; value: unknown }) {
	const [, duration] = /^(.+)Seconds$/.exec(name) ?? [];
	const isDuration = duration !== undefined && typeof value === 'number';
	return (
		<>
			<dt>{humanised(isDuration ? duration : name)}</dt>
			<dd>{isDuration ? span(value) : <Named name={name} value={value} />}</dd>
		</>
	);
}

/** A row of tasks has their ids, which begin with their type. */
const TASK_ID = /^[a-z-]+~/;

/** The id of a task leads to its panel. */
function Named({ name, value }: { name: string; value: unknown }) {
	const isTask = typeof value === 'string' && (name.endsWith('askId') || (name === 'id' && TASK_ID.test(value)));
	if (!isTask) return <Value value={value} />;
	return <a href={`#task=${encodeURIComponent(value)}`}>{value}</a>;
}

/** What somebody looks for comes before what only explains it. */
const FIRST = ['status', 'error', 'reason'];

/** The columns of rows: the first field, which names the row, then what became of it and why, then the rest. */
function namesOf(rows: readonly object[]): string[] {
	const [name, ...rest] = new Set(rows.flatMap((row) => Object.keys(row)));
	const first = FIRST.filter((each) => rest.includes(each));
	return [...(name === undefined ? [] : [name]), ...first, ...rest.filter((each) => !first.includes(each))];
}

function Items({ items }: { items: unknown[] }) {
	if (items.length === 0) return 'none';
	const rows = items.filter((item) => typeof item === 'object' && item !== null);
	if (rows.length < items.length)
		return (
			<ul class="plain">
				{items.map((item, index) => (
					<li key={index}>
						<Value value={item} />
					</li>
				))}
			</ul>
		);
	const columns = namesOf(rows).filter((name) => rows.some((row) => isTold([name, Reflect.get(row, name)])));
	return (
		<Table columns={columns.map(humanised)} stacks>
			{rows.map((row, index) => (
				<tr key={index}>
					{columns.map((name, nth) => (
						<td key={name} data-label={nth === 0 ? undefined : humanised(name)}>
							<Named name={name} value={Reflect.get(row, name)} />
						</td>
					))}
				</tr>
			))}
		</Table>
	);
}
