import type { Destination } from '../api/types';
import { Table } from '../parts/table';
import { sourceWords } from '../words/sources';
import { fieldOf, type SettingProblem } from './setting';

export interface MappingProps {
	/** Of the destination. */
	name: string;
	mapping: Destination['mapping'];
	problems: readonly SettingProblem[];
}

/** Which value of a lead goes where, and what is wrong with single fields. */
export function Mapping({ name, mapping, problems }: MappingProps) {
	const others = problems.filter(({ path }) => fieldOf(path) === null);
	return (
		<details class="mapping" open={problems.length > 0}>
			<summary>{`What ${name} gets of a lead`}</summary>
			{others.map(({ path, message }) => (
				<p key={path + message} class="note bad">{`${path} ${message}.`}</p>
			))}
			<Table columns={['Field', 'Value']}>
				{mapping.map(({ field, source }) => (
					<tr key={field}>
						<td>
							<code>{field}</code>
							<FieldProblems problems={problems} field={field} />
						</td>
						<td>{sourceWords(source)}</td>
					</tr>
				))}
			</Table>
		</details>
	);
}

/** What is wrong with one column or property, beside its name. */
export function FieldProblems({ problems, field }: { problems: readonly SettingProblem[]; field: string }) {
	return (
		<>
			{problems
				.filter(({ path }) => fieldOf(path) === field)
				.map(({ message }) => (
					<p key={message} class="bad">{`This field ${message}.`}</p>
				))}
		</>
	);
}
