import type { Preview } from '../api/types';
import { Table } from '../parts/table';
import { At } from '../parts/times';
import { sourceWords } from '../words/sources';
import { FieldProblems } from './mapping';
import { fieldOf } from './setting';

/** Leads side by side, with a row for each field, so that people compare what stands where. */
export function PreviewTable({ preview: { mapping, problems, leads } }: { preview: Preview }) {
	const others = problems.filter(({ path }) => fieldOf(path) === null);
	return (
		<section aria-label="Leads as they would be written">
			{others.map(({ path, message }) => (
				<p key={path + message} class="note bad">{`${path} ${message}.`}</p>
			))}
			{leads.length === 0 ? (
				<p>The agent has no leads yet.</p>
			) : (
				<Table columns={['Field', ...leads.map(({ leadId }) => `Lead ${leadId}`)]}>
					<tr>
						<th scope="row">Captured</th>
						{leads.map(({ leadId, capturedAt }) => (
							<td key={leadId}>
								<At at={capturedAt} />
							</td>
						))}
					</tr>
					{mapping.map(({ field, source }) => (
						<tr key={field}>
							<th scope="row">
								<code>{field}</code>
								<p class="soft">{sourceWords(source)}</p>
								<FieldProblems problems={problems} field={field} />
							</th>
							{leads.map(({ leadId, values }) => (
								<td key={leadId} class="value">
									<Shown value={(Object.hasOwn(values, field) ? values[field] : null) ?? null} />
								</td>
							))}
						</tr>
					))}
					<tr>
						<th scope="row">Would be refused</th>
						{leads.map(({ leadId, refusal }) => (
							<td key={leadId} class={refusal === null ? undefined : 'bad'}>
								{refusal ?? 'no reason is known'}
							</td>
						))}
					</tr>
					{leads.some(({ leftOut }) => leftOut !== undefined) && (
						<tr>
							<th scope="row">Would be skipped</th>
							{leads.map(({ leadId, leftOut }) => (
								<td key={leadId}>{leftOut ?? 'nothing'}</td>
							))}
						</tr>
					)}
				</Table>
			)}
		</section>
	);
}

function Shown({ value }: { value: string | number | null }) {
	if (value === null) return <span class="soft">empty</span>;
	return <>{String(value)}</>;
}
